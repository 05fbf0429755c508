import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Report, RollbookError } from '../../client/rollbook-error.ts';
import type { RecruitedStudent, StudentRegistration } from '../../contract/state-fields.ts';
import { cleanUpAtEnd } from '../cleanup.ts';
import { bareEnvironment } from '../service.ts';

const FOLDER = join(import.meta.dirname, '../../python');

/** Calls the client for each line, with retries that follow at once, and answers with a line. */
const PROGRAM = `
import dataclasses, json, sys
from rollbook import Rollbook, RollbookError, retry_policy

retry_policy.FIRST_BACKOFF_SECONDS = 0.001
connection = json.loads(sys.argv[1])
rollbook = Rollbook(connection["baseUrl"], connection["apiKey"], timeout=connection["timeoutMs"] / 1000)
for line in sys.stdin:
    call = json.loads(line)
    try:
        result = getattr(rollbook.roster, call["method"])(*call["args"], **call["options"])
        if call["method"] == "sync":
            lists = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
            failed = [{"studentUid": one.student_uid, "code": one.error.code} for one in result.failed]
            result = {**lists, "kept": [one.student_uid for one in result.kept], "failed": failed}
        answer = {"result": result}
    except RollbookError as error:
        answer = {"code": error.code, "message": str(error), "mayBeProcessed": error.may_be_processed}
    print(json.dumps(answer), flush=True)
`;

/** The roster of a client in Python, in a process of its own. */
export function connectPython(connection: { baseUrl: string; apiKey: string; timeoutMs: number }) {
  const child = spawn('python3', ['-c', PROGRAM, JSON.stringify(connection)], {
    cwd: FOLDER,
    env: { ...bareEnvironment(), PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  cleanUpAtEnd(async () => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const call = async (method: string, args: unknown[], options: object = {}) => {
    child.stdin.write(`${JSON.stringify({ method, args, options })}\n`);
    const { value } = await lines.next();
    const { code, message, mayBeProcessed, result } = JSON.parse(value ?? '{"code":"ended"}');
    if (code !== undefined) throw new RollbookError(code, message, { mayBeProcessed });
    return result;
  };
  return {
    list: (): Promise<RecruitedStudent[]> => call('list', []),
    register: (state: StudentRegistration): Promise<RecruitedStudent> => call('register', [state]),
    get: (studentUid: string): Promise<RecruitedStudent> => call('get', [studentUid]),
    sync: (wanted: readonly StudentRegistration[], options?: object): Promise<Report> =>
      call('sync', [wanted], options),
    close: (): void => void child.stdin.end(),
  };
}
