import { Type } from 'typebox'

/** The path of a screen of the shell. */
export const ScreenPath = Type.String({ pattern: '^/', description: 'A screen; `:id` stands for the record' })
