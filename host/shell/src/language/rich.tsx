import { Fragment, type ReactNode } from 'react'
import { PLACEHOLDER, t } from './t.ts'

/** Translates a text whose values are elements, such as a name in bold: each language puts them where its sentence needs them. */
export function rich(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  return t(text)
    .split(PLACEHOLDER)
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : values[part]}</Fragment>)
}
