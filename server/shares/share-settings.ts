import { BORROW_SLOTS, type Borrow, SHARED_PARTS } from '../../contract/shares.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import type { AppContext } from '../app-context.ts';
import { bodyReader } from '../console/body-checks.ts';
import type { OpenRequest } from '../console/console-request.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { parseMoment } from '../http/parse-moment.ts';
import type { ShownSettings } from './records.ts';
import { SHARE_BODY } from './schemas.ts';
import type { ShareSettings } from './views.ts';

/** The player's settings, with the names in one order and each student once, so that equal settings are equal texts. */
export interface ParsedSettings {
  readonly settings: ShownSettings;
  readonly expiresAt: number | null;
}

const readBody = bodyReader<ShareSettings>(SHARE_BODY);

/** Reads the settings of a link, whose end must be to come. */
export function createSettingsReader({ catalogue: { resolve }, now }: Pick<AppContext, 'catalogue' | 'now'>) {
  return (request: OpenRequest): ParsedSettings => {
    const { name, shows, students, showsPlayer, borrow, expiresAt } = readBody(request);
    const errors: FieldError[] = [];
    const toStudents = (field: string, uids: readonly string[]): string[] => [
      ...new Set(
        uids.map((uid, place) => {
          const studentUid = resolve(uid);
          if (studentUid === undefined)
            errors.push({ field: `${field}.${place}`, message: `UID가 ${uid}인 학생이 없습니다.` });
          return studentUid ?? uid;
        }),
      ),
    ];
    const settings: ShownSettings = {
      name,
      shows: SHARED_PARTS.filter((part) => shows.includes(part)),
      students: students && toStudents('students', students).sort(),
      showsPlayer,
      borrow: readBorrow(borrow, toStudents),
    };
    const end = expiresAt === null ? null : (parseMoment(expiresAt) ?? 0);
    if (end !== null && end <= now()) errors.push(END_IS_PAST);
    if (errors.length > 0) throw invalidRequest(errors);
    return { settings, expiresAt: end };
  };
}

export type SettingsReader = ReturnType<typeof createSettingsReader>;

const END_IS_PAST: FieldError = {
  field: 'expiresAt',
  message: '현재보다 나중의 시각이거나 null이어야 합니다. 시각은 2026-12-31T00:00:00Z처럼 보내십시오.',
};

const readBorrow = (
  borrow: Borrow,
  toStudents: (field: string, uids: readonly string[]) => string[],
): Borrow =>
  Object.fromEntries(
    BORROW_SLOTS.flatMap((slot) => {
      const uids = borrow[slot];
      return uids === undefined ? [] : [[slot, toStudents(`borrow.${slot}`, uids)]];
    }),
  );
