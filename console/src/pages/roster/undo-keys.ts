import type { UndoDirection } from '../../roster/undo-stack.ts';

interface Key {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** What a key asks for, also on a keyboard that types Hangul, where the letter is told by its place. */
export function undoDirection({
  key,
  code,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Key): UndoDirection | undefined {
  if (ctrlKey === metaKey || altKey) return undefined;
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace('Key', '').toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  // On a Mac browsers have another use for it.
  return letter === 'y' && ctrlKey && !shiftKey ? 'redo' : undefined;
}
