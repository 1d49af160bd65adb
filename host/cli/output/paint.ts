import { styleText } from 'node:util'

/** A colour or a weight, or several of them, as `util.styleText` names them. */
export type Paint = Parameters<typeof styleText>[0]

type Stream = NodeJS.WriteStream

/** Colours a text where the stream is a terminal and neither `NO_COLOR` nor `NODE_DISABLE_COLORS` says otherwise. */
export function paint(format: Paint, text: string, { stream = process.stdout }: { stream?: Stream } = {}): string {
  return styleText(format, text, { stream })
}
