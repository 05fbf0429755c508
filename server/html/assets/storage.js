// localStorage throws in some private modes; then nothing is remembered.
export const storage = {
  get(name) {
    try {
      return localStorage.getItem(`rollbook-${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`rollbook-${name}`, value);
    } catch {}
  },
};
