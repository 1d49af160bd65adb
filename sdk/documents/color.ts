import { type Static, Type } from 'typebox'

/** The colours a declaration may name; the shell maps them to its theme, light and dark. */
export const Color = Type.Enum(['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'])
export type Color = Static<typeof Color>
