/**
 * A value as JSON would tell it, but at most so many characters of it, and nothing looked at behind them: of a list of a
 * million numbers only the first few. Holds nothing of the value itself, and never throws.
 */
export function brief(value: unknown, most: number): string {
  const told: string[] = [];
  try {
    tell(value, told, most);
  } catch {
    // A getter or a proxy that throws: it lies beside what is sent.
    told.push(CUT);
  }
  return cut(told.join(''), most);
}

/** What stands at the end of a text that was cut. */
export const CUT = '…';

/** At most so many characters; a copy, since a part of a long text would keep all of it in memory. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${Buffer.from(text.slice(0, most)).toString()}${CUT}` : text;

/** Gives how many characters are left. */
function tell(value: unknown, told: string[], left: number): number {
  const say = (text: string, room: number) => {
    told.push(text);
    return room - text.length;
  };
  if (left < 0) return left;
  if (typeof value === 'string') return say(JSON.stringify(value.slice(0, left + 1)), left);
  if (typeof value !== 'object' || value === null) return say(String(value), left);
  const isList = Array.isArray(value);
  let room = say(isList ? '[' : '{', left);
  let comma = '';
  for (const key in value) {
    if (room < 0) break;
    room = say(isList ? comma : `${comma}${JSON.stringify(key.slice(0, room + 1))}:`, room);
    room = tell(value[key as keyof typeof value], told, room);
    comma = ',';
  }
  return say(isList ? ']' : '}', room);
}
