import { loadCatalogue } from '../../server/catalogue/live-catalogue.ts';
import { sourceAddress } from '../../server/config.ts';
import { UserError } from '../../server/errors/user-error.ts';
import { fetchPortraits, type ImagesReport } from '../../server/portraits/fetch-portraits.ts';
import { type Command, UsageError } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { ProgressBar } from '../progress-bar.ts';

const INTERRUPTED = 'Interrupted. What was fetched stays; run the command again to go on.';
const EXIT_NOT_WHOLE = 1;
/** Files named of those that the source does not have. */
const MAX_NAMED = 20;

export const PORTRAIT_COMMANDS: readonly Command[] = [
  {
    words: 'portraits fetch',
    args: [],
    help: 'Fetch the portraits that the folder of ROLLBOOK_PORTRAITS lacks, for every student in the catalogue',
    example: 'portraits fetch --from https://images.example/schaledb --items',
    database: 'existing',
    options: {
      from: {
        value: 'ADDRESS',
        help: "The https address of a folder laid out as SchaleDB's images: student/icon/10000.webp",
        required: true,
      },
      items: { help: 'Fetch the icons of items too: item/icon/… and equipment/icon/…' },
      force: { help: 'Fetch those too that are there' },
    },
    run: async ({ store, config, options, flags, json }) => {
      const address = requireAddress(options.from as string);
      const folder = requireFolder(config.portraits);
      const { catalogue } = await loadCatalogue(store);
      const progress = new ProgressBar(json);
      const report = await interruptible(
        (signal) =>
          fetchPortraits(catalogue, {
            address,
            folder,
            withItems: flags.has('items'),
            isForced: flags.has('force'),
            signal,
            onProgress: (state) => progress.show(state),
            onWait: (reason, waitMs) => progress.showWait(reason, waitMs),
          }).finally(() => progress.end()),
        INTERRUPTED,
      );
      const reports = Object.entries(report) as [string, ImagesReport][];
      return {
        value: { folder, ...report },
        text: reports.flatMap(formatReport).join('\n'),
        exitCode: reports.some(([, { refused }]) => refused.length > 0) ? EXIT_NOT_WHOLE : 0,
      };
    },
  },
];

function requireAddress(from: string): string {
  try {
    return sourceAddress(from);
  } catch (error) {
    throw new UsageError(`--from ${(error as Error).message}.`);
  }
}

function requireFolder(folder: string | undefined): string {
  if (folder === undefined)
    throw new UserError(
      'ROLLBOOK_PORTRAITS is not set. Create a folder for the portraits and name it, here and for the server: ROLLBOOK_PORTRAITS=/srv/portraits.',
    );
  return folder;
}

const formatReport = ([name, { fetched, kept, missing, refused }]: [string, ImagesReport]): string[] => [
  ...refused.map(({ id, problem }) => `! ${id} is not taken: ${problem}`),
  `${name}: ${fetched.length} new, ${kept.length} there already, ${missing.length} not at the source${nameFirst(missing)}.`,
];

function nameFirst(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  return ` (${ids.slice(0, MAX_NAMED).join(', ')}${ids.length > MAX_NAMED ? ', …' : ''})`;
}
