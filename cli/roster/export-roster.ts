import { type WritableFormat, writeRoster } from '../../client/formats/index.ts';
import type { CommandResult, Invocation } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { connect } from './connect.ts';
import { ProgressBar } from './progress-bar.ts';
import { explainFormatError, readTextFile, writeNewFile } from './roster-file.ts';

export async function exportRoster({ args: [file], options, json }: Invocation): Promise<CommandResult> {
  const progress = new ProgressBar(json);
  const { roster, students } = await connect(options, progress);
  const format = (options.format ?? (file?.endsWith('.csv') ? 'csv' : 'json')) as WritableFormat;
  return interruptible(async (signal) => {
    const merge = options.merge === undefined ? undefined : await readTextFile(options.merge, signal);
    const [{ students: catalogue }, states] = await Promise.all([
      students.catalogue({ signal }),
      roster.list({ signal }),
    ]);
    progress.end();
    const content = explainFormatError(options.merge, () =>
      writeRoster(states, {
        format,
        ...(merge !== undefined && { merge }),
        names: new Map(catalogue.map(({ studentUid, names }) => [studentUid, names.ko])),
        forms: new Map(catalogue.map(({ studentUid, forms }) => [studentUid, forms])),
      }),
    );
    if (file === undefined || file === '-')
      return {
        value: { format, students: states.length, content },
        text: content.trimEnd(),
        format: 'file',
      };
    await writeNewFile(file, content);
    const count = states.length === 1 ? '1 student' : `${states.length} students`;
    const text = `Wrote ${count} to ${file} (${format}).`;
    return { value: { format, students: states.length, file }, text };
  });
}
