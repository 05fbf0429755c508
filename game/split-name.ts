/** Without letters that both parts could begin with, so that it takes linear time. */
const WITH_COSTUME = /^([^(（*＊]+)(?:[(（]([^)）]+)[)）]|[*＊](.+))$/;

/** The name of a student, and what stands in parentheses or after an asterisk: a costume or another self. */
export function splitName(name: string): { own: string; costume: string | undefined } {
  const [, own = name, inParentheses, afterAsterisk] = WITH_COSTUME.exec(name) ?? [];
  return { own: own.trim(), costume: inParentheses ?? afterAsterisk };
}
