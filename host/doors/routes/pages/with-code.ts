import { escapeHtml } from './escape-html.ts'

/** A text of a catalogue as HTML; it writes code as Markdown does. */
export const withCode = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
