import {
  LINK_SITES,
  type LinkSite,
  type RecruitedStudent,
  type WritableFormat,
  writeRoster,
  writeRosterLink,
} from '../../client/formats/index.ts';
import type { CatalogueStudent } from '../../client/index.ts';
import { type CommandResult, type Invocation, UsageError } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { printText, toPrintable } from '../printed-text.ts';
import { ProgressBar } from '../progress-bar.ts';
import { connect } from './connect.ts';
import { explainFormatError, readTextFile, writeNewFile } from './roster-file.ts';

type ExportFormat = WritableFormat | LinkSite;

interface Export {
  content: string;
  students: number;
  /** The UIDs of students whom the format cannot say. */
  unlisted?: string[];
}

export async function exportRoster({ args: [file], options, json }: Invocation): Promise<CommandResult> {
  const progress = new ProgressBar(json);
  const { roster, students } = await connect(options, progress);
  const format = (options.format ?? (file?.endsWith('.csv') ? 'csv' : 'json')) as ExportFormat;
  return interruptible(async (signal) => {
    const merge = options.merge === undefined ? undefined : await readTextFile(options.merge, signal);
    const [{ students: catalogue }, states] = await Promise.all([
      students.catalogue({ signal }),
      roster.list({ signal }),
    ]);
    progress.end();
    const { content, ...written } = await explainFormatError(options.merge, () =>
      isSite(format)
        ? writeLink(format, states, catalogue, merge)
        : writeText(format, states, catalogue, merge),
    );
    const { unlisted = [] } = written;
    if (unlisted.length > 0 && !json)
      printText(
        process.stderr,
        toPrintable(`Not in the address, because the site lacks them: ${unlisted.join(', ')}.`),
      );
    if (file === undefined || file === '-')
      return { value: { format, ...written, content }, text: content.trimEnd(), format: 'file' };
    await writeNewFile(file, content);
    const count = written.students === 1 ? '1 student' : `${written.students} students`;
    return { value: { format, ...written, file }, text: `Wrote ${count} to ${file} (${format}).` };
  });
}

const isSite = (format: ExportFormat): format is LinkSite => Object.hasOwn(LINK_SITES, format);

const listForms = (catalogue: readonly CatalogueStudent[]) =>
  new Map(catalogue.map(({ studentUid, forms }) => [studentUid, forms]));

function writeText(
  format: WritableFormat,
  states: readonly RecruitedStudent[],
  catalogue: readonly CatalogueStudent[],
  merge: string | undefined,
): Export {
  const names = new Map(catalogue.map(({ studentUid, names }) => [studentUid, names.ko]));
  const content = writeRoster(states, { format, merge, names, forms: listForms(catalogue) });
  return { content, students: states.length };
}

function writeLink(
  site: LinkSite,
  states: readonly RecruitedStudent[],
  catalogue: readonly CatalogueStudent[],
  merge: string | undefined,
): Export {
  if (merge !== undefined) throw new UsageError('--merge is for a text of another tool, not for an address.');
  const uids = states.map(({ studentUid }) => studentUid);
  const { url, unlisted } = writeRosterLink(site, uids, listForms(catalogue));
  return { content: `${url}\n`, students: uids.length - unlisted.length, unlisted };
}
