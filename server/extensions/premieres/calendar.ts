/** An iCalendar object (RFC 5545) with one event. */

export interface CalendarEvent {
  /** Stays when the event changes. */
  uid: string;
  /** Epoch ms, of these four. */
  created_at: number;
  updated_at: number;
  starts_at: number;
  ends_at: number;
  summary: string;
  description: string;
  url: string;
}

/** Octets of a line without its break (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

export function toCalendar(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ovation//Premieres//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${utc(event.updated_at)}`,
    // A calendar that knows the event takes the higher number.
    `SEQUENCE:${Math.max(0, Math.floor((event.updated_at - event.created_at) / 1000))}`,
    `DTSTART:${utc(event.starts_at)}`,
    `DTEND:${utc(event.ends_at)}`,
    `SUMMARY:${escaped(event.summary)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `URL:${event.url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(event.summary)}`,
    'TRIGGER:-PT5M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A time as `20261127T194500Z`; whole seconds. @param at epoch ms. */
const utc = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

/** A value of the type TEXT (RFC 5545, 3.3.11). */
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** Breaks a line so that none has too many octets, and no character is cut. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
