import { Readable } from 'node:stream'
import { nextPortion, PORTION } from '../../base/lifetime/index.ts'
import { HEAVY, weightOf } from '../../core/operations/index.ts'

/** What is lighter is written by one call of `JSON.stringify`. */
const LIGHT = HEAVY / 10

/** Characters of a long text that are written at once. */
const TEXT = 65_536

/** Characters after which a portion ends, even if it took no time. */
const LONG = 262_144

/** The JSON of a heavy answer, which is written in portions while it is sent. Others are answered between two of them. */
export class JsonPieces extends Readable {
  readonly #portions: Generator<string, void>
  #first: string | undefined

  /** @throws TypeError if the first portion cannot be written */
  constructor(value: unknown) {
    super({ encoding: 'utf8' })
    this.#portions = portionsOf(asWritten(value, ''))
    this.#first = this.#portions.next().value ?? undefined
  }

  override _read(): void {
    if (this.#first !== undefined) {
      this.push(this.#first)
      this.#first = undefined
      return
    }
    void nextPortion().then(() => this.#write())
  }

  #write(): void {
    if (this.destroyed) return
    try {
      this.push(this.#portions.next().value ?? null)
    } catch (error) {
      this.destroy(error as Error)
    }
  }
}

function* portionsOf(value: unknown): Generator<string, void> {
  let text = ''
  let ends = performance.now() + PORTION
  for (const piece of piecesOf(value, [])) {
    text += piece
    if (text.length < LONG && performance.now() < ends) continue
    yield text
    text = ''
    ends = performance.now() + PORTION
  }
  if (text !== '') yield text
}

/** Joined, the pieces are what `JSON.stringify` returns. @param around the objects that contain it */
function* piecesOf(value: unknown, around: readonly object[]): Generator<string, void> {
  if (isLight(value)) yield textOf(value) ?? ''
  else if (typeof value === 'string') yield* piecesOfText(value)
  else if (around.includes(value as object)) throw new TypeError('The answer contains itself, so it cannot be JSON.')
  else if (Array.isArray(value)) yield* piecesOfList(value, [...around, value])
  else yield* piecesOfObject(value as object, [...around, value as object])
}

function* piecesOfList(list: readonly unknown[], around: readonly object[]): Generator<string, void> {
  let mark = '['
  for (let at = 0; at < list.length; at++) {
    const member = asWritten(list[at], String(at))
    yield mark
    if (isLight(member)) yield textOf(member) ?? 'null'
    else yield* piecesOf(member, around)
    mark = ','
  }
  yield mark === '[' ? '[]' : ']'
}

function* piecesOfObject(object: object, around: readonly object[]): Generator<string, void> {
  let mark = '{'
  for (const name of Object.keys(object)) {
    const member = asWritten((object as Readonly<Record<string, unknown>>)[name], name)
    const text = isLight(member) ? textOf(member) : ''
    if (text === undefined) continue
    yield `${mark}${JSON.stringify(name)}:${text}`
    if (text === '') yield* piecesOf(member, around)
    mark = ','
  }
  yield mark === '{' ? '{}' : '}'
}

function* piecesOfText(text: string): Generator<string, void> {
  yield '"'
  for (let at = 0; at < text.length;) {
    let end = at + TEXT
    // The halves of a character stay together: alone, each would be escaped.
    if (isFirstHalf(text.charCodeAt(end - 1))) end += 1
    yield JSON.stringify(text.slice(at, end)).slice(1, -1)
    at = end
  }
  yield '"'
}

const isFirstHalf = (unit: number) => unit >= 0xd800 && unit < 0xdc00

const isLight = (value: unknown): boolean => weightOf(value, LIGHT) < LIGHT || value instanceof String

/** Unlike its declared type, JSON.stringify returns undefined for what has no JSON. */
const textOf = (value: unknown) => JSON.stringify(value) as string | undefined

/** What JSON has instead of the value. */
function asWritten(value: unknown, name: string): unknown {
  const hasOwn = typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
  return hasOwn ? (value as { toJSON(name: string): unknown }).toJSON(name) : value
}
