import { ERRORS } from '../../../contract/errors.ts';
import type { SampleCode } from './sample.ts';

/** These mean that the request was not processed: even a write is safe to resend. */
const RETRYABLE_CODES = ['rate_limited', 'unavailable'] as const;
export const RETRYABLE_STATUSES = RETRYABLE_CODES.map((code) => ERRORS[code].status);
export const MAX_ATTEMPTS = 5;

/**
 * The beginning of the whole samples: `call` sends a request with retries, and `save` brings a student to a state.
 * `save` takes the state that is known, null for a student who is not recruited. The Python package does all of this.
 */
export const clientCode = (baseUrl: string): SampleCode => ({
  curl: `api="\${ROLLBOOK_URL:-${baseUrl}}"

call() {
  for attempt in ${attempts}; do
    reply=$(curl -sS -i "$@" \\
      -H "Authorization: Bearer $ROLLBOOK_KEY" \\
      -H 'Content-Type: application/json') || reply=
    body=$(printf '%s\\n' "$reply" | tail -n 1)
    case $body in
      ${RETRYABLE_CODES.map((code) => `*'"code":"${code}"'*`).join(' | ')})
        seconds=$(printf '%s\\n' "$reply" | tr -d '\\r' |
          sed -n 's/^[Rr]etry-[Aa]fter: //p')
        sleep "\${seconds:-1}" ;;
      *'"code":"internal_error"'*)
        case "$*" in *' -d '*) break ;; esac
        sleep 1 ;;
      *) break ;;
    esac
  done
  printf '%s\\n' "$body"
}

changes() {
  printf '%s\\n' "$target" | tr , '\\n' | while read -r field; do
    case $state in
      *"$field"[,}]*) ;;
      *) printf ',%s' "$field" ;;
    esac
  done
}

save() {
  for attempt in ${attempts}; do
    state=$(call "$api/me/students/$uid")
    case $state in
      *'"code":"student_not_recruited"'*)
        state=$(call "$api/me/students" \\
          -d "{\\"studentUid\\":\\"$uid\\",$target}") ;;
      '{"studentUid":'*)
        fields=$(changes)
        if [ -n "$fields" ]; then
          state=$(call -X PATCH "$api/me/students/$uid" \\
            -d "{\${fields#,}}")
        fi ;;
    esac
    case $state in
      '' | *'"code":"internal_error"'* | *'"code":"student_'*)
        sleep 1 ;;
      *) break ;;
    esac
  done
  printf '%s\\n' "$state"
}`,
  javascript: `const api = process.env.ROLLBOOK_URL ?? '${baseUrl}';
const sleep = (seconds) =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));

async function call(method, path, body) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(api + path, {
      method,
      headers: {
        Authorization: \`Bearer \${process.env.ROLLBOOK_KEY}\`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const data = await response.json();
    if (response.ok) return data;
    const { code, message } = data.error;
    const resend = [${RETRYABLE_CODES.map((code) => `'${code}'`).join(', ')}].includes(code)
      || (code === 'internal_error' && method === 'GET');
    if (!resend || attempt === ${MAX_ATTEMPTS}) {
      throw Object.assign(new Error(message), { code });
    }
    await sleep(Number(response.headers.get('Retry-After') ?? 1));
  }
}

async function save(studentUid, target, state) {
  const path = \`/me/students/\${studentUid}\`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (state === undefined) state = await call('GET', path);
      if (state === null) {
        const body = { studentUid, ...target };
        return await call('POST', '/me/students', body);
      }
      const changes = Object.entries(target)
        .filter(([field, value]) => state[field] !== value);
      if (changes.length === 0) return state;
      return await call('PATCH', path, Object.fromEntries(changes));
    } catch (error) {
      const { code } = error;
      const unknown = error instanceof TypeError
        || code === 'internal_error';
      if (attempt === ${MAX_ATTEMPTS}) throw error;
      if (code === 'student_not_recruited') state = null;
      else if (unknown || code === 'student_already_recruited') {
        state = undefined;
        await sleep(1);
      } else throw error;
    }
  }
}`,
  python: `import json, os
from rollbook import Rollbook

rollbook = Rollbook(
    os.environ.get("ROLLBOOK_URL", "${baseUrl}"),
    os.environ["ROLLBOOK_KEY"],
)`,
});

const attempts = Array.from({ length: MAX_ATTEMPTS }, (_, i) => i + 1).join(' ');
