/** A text inside HTML, also inside a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
