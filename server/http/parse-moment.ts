const MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** A time with its zone. Undefined for anything else. */
export function parseMoment(text: string): number | undefined {
  const [, day] = MOMENT.exec(text) ?? [];
  const at = Date.parse(text);
  return day !== undefined && isCalendarDay(day) && at >= 0 ? at : undefined;
}

/** Date.parse takes 30 February for 2 March. */
export const isCalendarDay = (day: string): boolean =>
  new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false;
