import { MAX_LABELS } from './limits.ts';
import type { Operation } from './operations.ts';

/** The operations below `BETA_PREFIX`: another table with the rows of `OPERATIONS`. */
export const BETA_OPERATIONS = {
  getMe: {
    method: 'GET',
    path: '/me',
    permission: 'read',
    success: 200,
    errors: [],
    ko: '계정과 키 조회',
    en: 'Read the account and the key',
    effect: {
      ko: '요청에 사용한 API 키와 그 계정, 남은 요청 한도를 반환합니다. 이 요청도 읽기 1회로 집계하며, `remaining`은 이 요청을 뺀 값입니다.',
      en: 'Returns the API key of the request, its account and what is left of the rate limits. Counts as one read, and `remaining` is what is left after it.',
    },
  },
  listChanges: {
    method: 'GET',
    path: '/changes',
    permission: 'read',
    success: 200,
    errors: ['not_found'],
    ko: '변경 기록 목록',
    en: 'List changes',
    effect: {
      ko: '계정의 변경 기록을 번호 오름차순으로 반환합니다. 마지막으로 받은 `number`를 다음 요청의 `after`로 보내면 그 뒤의 변경이 빠짐없이 한 번씩 반환됩니다. 서버가 기록을 남기지 않으면 404입니다.',
      en: "Returns the account's changes in ascending order of their numbers. Send the last `number` you received as `after` to get what came later, each change once. On a server that keeps no history it is 404.",
    },
  },
  getPastRoster: {
    method: 'GET',
    path: '/roster',
    permission: 'read',
    success: 200,
    errors: ['not_found'],
    ko: '지난 시점의 모집한 학생 목록',
    en: 'Read the roster as it was',
    effect: {
      ko: '`at` 시점에 모집되어 있던 학생을 `studentUid` 오름차순으로 모두 반환합니다. 그날의 첫 상태만 남아 있으면 `asOf`가 `at`보다 이릅니다. 서버가 기록을 남기지 않으면 404입니다.',
      en: 'Returns all students that were recruited at the time `at`, sorted by `studentUid`. `asOf` is earlier than `at` where only the first state of that day is kept. On a server that keeps no history it is 404.',
    },
  },
  listGoals: {
    method: 'GET',
    path: '/goals',
    permission: 'read',
    success: 200,
    errors: [],
    ko: '성장 목표 목록',
    en: 'List growth goals',
    effect: {
      ko: '계정의 성장 목표를 `priority` 순으로, 같으면 `studentUid` 순으로 모두 반환합니다.',
      en: 'Returns all growth goals of the account, sorted by `priority`, then by `studentUid`.',
    },
  },
  getGoal: {
    method: 'GET',
    path: '/goals/{studentUid}',
    permission: 'read',
    success: 200,
    errors: ['not_found'],
    ko: '성장 목표 조회',
    en: 'Read a growth goal',
    effect: {
      ko: '학생의 성장 목표를 반환합니다.',
      en: 'Returns the growth goal of the student.',
    },
  },
  putGoal: {
    method: 'PUT',
    path: '/goals/{studentUid}',
    permission: 'write',
    body: 'GoalSettings',
    success: 200,
    errors: ['not_found'],
    ko: '성장 목표 저장',
    en: 'Save a growth goal',
    effect: {
      ko: `학생의 목표를 통째로 바꾸며, 없으면 만듭니다. 보내지 않은 필드는 기본값이 됩니다. 모집하지 않은 학생도 됩니다. \`wanted\`는 필드를 하나 이상 담으며 \`null\`은 쓸 수 없습니다. 규칙은 그 규칙의 필드를 모두 보냈을 때만 확인하고, \`bondExp\`가 함께 보낸 \`bond\` 랭크의 구간을 벗어나면 거부합니다. 라벨은 제어 문자와 앞뒤 공백 없이 서로 다른 ${MAX_LABELS}개까지입니다. 학생을 삭제해도 목표는 남습니다.`,
      en: `Replaces the goal of the student as a whole, or creates it. Fields you leave out get their defaults. The student need not be recruited. \`wanted\` has at least one field and no \`null\`. A rule is checked where you send all of its fields; a \`bondExp\` outside the interval of the \`bond\` rank beside it is rejected. Labels have no control characters and no spaces at their ends; up to ${MAX_LABELS}, each different. The goal stays when the student is removed.`,
    },
  },
  deleteGoal: {
    method: 'DELETE',
    path: '/goals/{studentUid}',
    permission: 'write',
    success: 200,
    errors: ['not_found'],
    ko: '성장 목표 삭제',
    en: 'Remove a growth goal',
    effect: {
      ko: '학생의 성장 목표를 삭제합니다.',
      en: 'Removes the growth goal of the student.',
    },
  },
  completeGoal: {
    method: 'POST',
    path: '/goals/{studentUid}/complete',
    permission: 'write',
    body: 'GoalCompletion',
    success: 200,
    errors: ['not_found', 'student_not_recruited'],
    ko: '성장 목표 달성',
    en: 'Complete a growth goal',
    effect: {
      ko: '모집한 학생의 값을 목표까지 올리고, 그 비용을 보유 아이템에서 뺍니다. 이미 높은 값은 그대로입니다. 비용은 성장 계획과 같고, 모자라는 아이템은 있는 만큼만 써서 0이 되며, 기록하지 않은 아이템은 쓰지 않습니다. 원하던 값에 모두 도달하면 목표는 사라지고 `goal`은 `null`입니다. 모두 함께 저장되며 변경 기록에 한 묶음으로 남습니다. 그 묶음을 되돌리면 쓴 아이템과 목표도 돌아옵니다. 올릴 값이 없으면 아무것도 쓰지 않으므로, 다시 보내도 두 번 쓰지 않습니다.',
      en: 'Raises a recruited student to the goal and takes what that costs out of the stock. Values that are higher stay. It costs what the growth plan says; of an item that is too few, all is spent, and of items never recorded, nothing. Once all wanted values are reached the goal is removed, and `goal` is `null`. All of it is saved together, as one group of the history; taking that group back also returns the items and the goal. Where nothing is to be raised nothing is spent, so a request that is sent again does not spend twice.',
    },
  },
  getStock: {
    method: 'GET',
    path: '/stock',
    permission: 'read',
    success: 200,
    errors: [],
    ko: '보유 아이템 조회',
    en: 'Read the stock of items',
    effect: {
      ko: '계정이 기록한 아이템의 수를 아이템 ID로 반환합니다. `credits`는 크레딧입니다. 기록하지 않은 아이템은 없습니다.',
      en: 'Returns the counts of items that the account has recorded, by item ID; `credits` are credits. Items never recorded are left out.',
    },
  },
  patchStock: {
    method: 'PATCH',
    path: '/stock',
    permission: 'write',
    body: 'StockChanges',
    success: 200,
    errors: [],
    ko: '보유 아이템 변경',
    en: 'Change the stock of items',
    effect: {
      ko: '보낸 아이템의 수만 바꾸고 전체를 반환합니다. `null`을 보낸 아이템은 기록에서 지웁니다. 동시에 보낸 변경은 모두 적용됩니다.',
      en: 'Sets the counts of the items you send and returns the whole stock. `null` forgets an item. Changes sent at once all take effect.',
    },
  },
  getPlan: {
    method: 'GET',
    path: '/plan',
    permission: 'read',
    success: 200,
    errors: [],
    ko: '성장 계획 조회',
    en: 'Read the growth plan',
    effect: {
      ko: '미루지 않았고 아직 도달하지 않은 목표를 `priority` 순으로, 기록된 상태(`from`)부터 목표(`to`)까지의 비용과 함께 반환합니다. 목표의 값을 모두 기록하면 도달한 것이며, 장비는 티어와 레벨을, 인연은 누적 경험치를 비교합니다. 모집하지 않은 학생의 `from`은 기록된 인연을 빼면 모두 `null`이고, 모집 비용은 세지 않습니다. 티어만 기록된 장비는 그 티어의 최대 레벨로 계산하며, 그 레벨 필드가 `assumed`에 있습니다. `shortage`는 보유 아이템을 순서대로 썼을 때 `total`에서 모자라는 양입니다. 인연 경험치에 선물을 쓰지는 않습니다.',
      en: 'Returns the goals that are neither paused nor reached, by `priority`, each with what it costs from the recorded state (`from`) to the goal (`to`). A goal is reached once all of its values are recorded; equipment compares its tier and level, bond its cumulative experience. Of a student not recruited, `from` is all `null` but for a recorded bond, and recruiting is not counted. Equipment of which only the tier is recorded counts as the highest level of that tier; `assumed` names the field of that level. `shortage` is what of `total` the stock lacks if it is spent in this order. Gifts are not spent on bond.',
    },
  },
} as const satisfies Record<string, Operation>;

export type BetaOperationId = keyof typeof BETA_OPERATIONS;
