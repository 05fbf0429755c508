import type { Store } from '../store/store.ts';
import type { NameOfStudent, Tables } from '../store/table.ts';

/**
 * The file in pieces, which begins with the fields of `header`. Each table is read by itself, and a long one while the
 * file is sent: a tool that writes meanwhile may be in one and not in another.
 */
export async function* exportAccountData(
  tables: Tables,
  store: Store,
  accountId: string,
  header: object,
  nameOf: NameOfStudent,
): AsyncGenerator<string> {
  yield JSON.stringify(header).slice(0, -1);
  for (const { ofAccount } of Object.values(tables)) {
    const part = ofAccount?.exported ?? 'nothing';
    if (part === 'nothing') continue;
    yield `,"${part.name}":`;
    if ('read' in part) yield JSON.stringify(await part.read(store, accountId, nameOf));
    else yield* part.readPieces(store, accountId);
  }
  yield '}';
}
