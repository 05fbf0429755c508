import type { Bilingual } from '../../contract/bilingual.ts';
import {
  DEFAULT_PAGE_SIZE,
  KEY_LIFETIME_YEARS,
  MAX_BODY_BYTES,
  MAX_PAGE_SIZE,
  RATE_LIMITS,
} from '../../contract/limits.ts';
import { CATALOGUE_PATH } from '../../contract/paths.ts';
import type { ServiceInfo } from './guide/section.ts';

/** The rules that hold for all operations, for openapi.json and the reference. */
export const commonRules = (service: Pick<ServiceInfo, 'limits'>): Bilingual[] =>
  Object.values(namedRules(service));

/** Those that hold below /beta. */
export function betaRules(service: Pick<ServiceInfo, 'limits'>): Bilingual[] {
  const { keys, bodies, students, limits } = namedRules(service);
  return [keys, bodies, students, limits];
}

function namedRules({ limits }: Pick<ServiceInfo, 'limits'>) {
  const { read, write } = RATE_LIMITS;
  const minutes = write.windowSeconds / 60;
  return {
    keys: {
      ko: `모든 요청에 \`Authorization: Bearer <API_KEY>\` 헤더가 필요합니다. 키는 발급일부터 최대 ${KEY_LIFETIME_YEARS}년간 유효하며, \`write\` 권한의 키는 읽기에도 사용할 수 있습니다.`,
      en: `Every request needs the header \`Authorization: Bearer <API_KEY>\`. A key is valid for ${KEY_LIFETIME_YEARS} year at most; one with \`write\` permission can read, too.`,
    },
    bodies: {
      ko: `본문은 JSON이며 \`Content-Type: application/json\` 헤더와 함께 보냅니다. 크기는 ${MAX_BODY_BYTES / 1024 ** 2} MiB까지입니다.`,
      en: `Bodies are JSON of up to ${MAX_BODY_BYTES / 1024 ** 2} MiB, sent with \`Content-Type: application/json\`.`,
    },
    students: {
      ko: `학생은 대표 UID로 식별합니다. 다른 형태의 UID를 보내면 대표 UID로 처리됩니다. 수영복처럼 따로 모집하는 의상은 UID가 다른 학생입니다. 이름과 UID 전체는 키 없이 \`GET ${CATALOGUE_PATH}\` 요청으로 받습니다.`,
      en: `A student is identified by the representative UID; the UID of another form is treated as it. Variants that are recruited separately, such as swimsuits, are other students. \`GET ${CATALOGUE_PATH}\`, without a key, has all names and UIDs.`,
    },
    states: {
      ko: '응답의 상태에는 항상 모든 필드가 있습니다. `null`은 기록되지 않았다는 뜻이며 `0`과 다릅니다. 숫자를 문자열로 보내거나 모르는 필드를 보내면 거부됩니다.',
      en: 'A state in a response always has every field. `null` means not recorded, which is not `0`. Numbers sent as strings and unknown fields are rejected.',
    },
    pages: {
      ko: `목록과 검색은 한 번에 ${DEFAULT_PAGE_SIZE}개, \`limit\`으로 ${MAX_PAGE_SIZE}개까지 반환합니다. \`nextCursor\`가 \`null\`이 될 때까지 그 값을 \`cursor\`로 그대로 보내 다음 페이지를 조회합니다.`,
      en: `Lists and searches return ${DEFAULT_PAGE_SIZE} items a page, up to ${MAX_PAGE_SIZE} with \`limit\`. Send \`nextCursor\` unchanged as \`cursor\` for the next page, until it is \`null\`.`,
    },
    limits: {
      ko: `요청 한도는 계정마다 읽기 ${read.windowSeconds}초에 ${number(limits.read)}회, 쓰기 ${minutes}분에 ${number(limits.write)}회입니다. 인증과 권한 검사를 통과한 요청은 결과와 관계없이 1회로 집계합니다. 초과하면 \`429\`와 \`Retry-After\`가 반환되며 집계하지 않습니다.`,
      en: `Each account has ${number(limits.read)} reads in ${read.windowSeconds} seconds and ${number(limits.write)} writes in ${minutes} minutes. A request that passes authentication and the permission check counts once, whatever its result. Beyond the limit, \`429\` has \`Retry-After\` and does not count.`,
    },
    retries: {
      ko: '쓰기는 멱등이 아닙니다. 결과를 알 수 없으면(`500`, 끊긴 연결) 현재 상태를 조회하고, 원하는 상태가 아닐 때만 다시 보냅니다. `429`와 `503`은 처리되지 않았으므로 기다린 뒤 그대로 다시 보냅니다.',
      en: 'Writes are not idempotent. If the outcome is unknown (`500`, a lost connection), read the state and send the write again only if it differs. `429` and `503` were not processed: wait, then send the same request again.',
    },
  } satisfies Record<string, Bilingual>;
}

const number = (value: number): string => value.toLocaleString('en');

/** To set one student to a wanted state. */
export const SUGGESTED_FLOW: Bilingual = {
  ko: '학생을 원하는 상태로 설정하려면: `GET /students`로 UID를 찾고, `GET /me/students/{studentUid}`로 조회합니다. `student_not_recruited`이면 `POST`로 등록하고, 그 응답이 `student_already_recruited`이거나 상태가 조회되었으면 바꿀 필드만 `PATCH`로 보냅니다.',
  en: 'To set a student to a wanted state: find the UID with `GET /students`, then `GET /me/students/{studentUid}`. On `student_not_recruited`, register with `POST`; if that answers `student_already_recruited`, or if the state was found, `PATCH` only the fields that must change.',
};
