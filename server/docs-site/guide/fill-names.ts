/** What a name stands for: Markdown, for the page also with HTML tags. */
export type Filling = string | { readonly page: string; readonly markdown: string };
/** Undefined: this catalogue does not have it. The text that needs it stands between `{{#if name}}` and `{{/if}}`. */
export type Names = Readonly<Record<string, Filling | undefined>>;

const CONDITION = /\{\{#if (.*?)\}\}(.*?)\{\{\/if\}\}/gs;
const NAME = /\{\{(.*?)\}\}/g;

/** The text with what its names stand for in place of each `{{name}}`. */
export function fillNames(text: string, names: Names, form: 'page' | 'markdown'): string {
  const find = (name: string): Filling | undefined => {
    if (!Object.hasOwn(names, name)) throw new Error(`The guide has no {{${name}}}`);
    return names[name];
  };
  return text
    .replace(CONDITION, (_, name, inner) => (find(name) === undefined ? '' : inner))
    .replace(NAME, (_, name) => {
      const filling = find(name);
      if (filling === undefined) throw new Error(`{{${name}}} needs an {{#if}}`);
      return typeof filling === 'string' ? filling : filling[form];
    });
}
