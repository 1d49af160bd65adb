import { Readable } from 'node:stream'
import { ApiError, LARGEST_PAGE } from '@atrium/sdk'
import { JsonSize, said, shownSize, type Unfit } from '../../base/errors/index.ts'
import { nextPortion, PORTION } from '../../base/lifetime/index.ts'
import type { Operation } from '../registries/index.ts'

/** The most characters of JSON, or of text, that a plugin answers at once. Streams have no limit, because they are sent in pieces. */
export const LARGEST_ANSWER = 32_000_000

/**
 * Refuses an answer of a plugin that cannot be written as JSON, or only with more memory than the host may have: the host would end. Lists
 * that are longer than a page are looked at in portions.
 * @throws ApiError 500 `answer_too_large`; TypeError if JSON cannot hold it
 */
export function requireSendable(operation: Operation, body: unknown): void | Promise<void> {
  if (operation.lease === undefined || body instanceof Readable) return
  if (typeof body === 'function' || typeof body === 'symbol') throw notJson(body)
  if (body instanceof Uint8Array) throw bytes()
  const measure = new JsonSize(LARGEST_ANSWER)
  if (Array.isArray(body) && body.length > LARGEST_PAGE) return measureList(operation, { list: body, measure })
  check(operation, { unfit: measure.add(body), measure })
}

async function measureList(
  operation: Operation,
  { list, measure }: { list: readonly unknown[]; measure: JsonSize },
): Promise<void> {
  let ends = performance.now() + PORTION
  for (let start = 0; start < list.length; start += LARGEST_PAGE) {
    check(operation, { unfit: measure.add(list.slice(start, start + LARGEST_PAGE)), measure })
    if (performance.now() < ends) continue
    await nextPortion()
    ends = performance.now() + PORTION
  }
}

function check({ name }: Operation, { unfit, measure }: { unfit: Unfit | undefined; measure: JsonSize }): void {
  if (unfit === undefined) return
  if (unfit === 'large') throw tooLarge(name)
  const { offender } = measure
  if (unfit === 'bigint') throw tooLong(offender)
  if (unfit === 'promise') throw notAwaited(offender)
  throw new TypeError(`The answer ${said(unfit, { most: LARGEST_ANSWER, offender })}`)
}

const tooLarge = (name: string) =>
  new ApiError('answer_too_large', {
    detail: `The answer of [${name}] is larger than ${shownSize(LARGEST_ANSWER)}, so it was not sent.`,
  })

const tooLong = (name: string | undefined) =>
  new TypeError(
    `${name === undefined ? 'A part' : `[${name}]`} of the answer is a BigInt, which has no JSON. Write \`Number(…)\` or \`String(…)\` around it.`,
  )

const notAwaited = (name = 'A part') =>
  new TypeError(`[${name}] of the answer is a promise or a statement. Write \`await\` before it.`)

export const notJson = (body: unknown) =>
  new TypeError(`The answer is a [${typeof body}], which has no JSON. Was it to be called?`)

const bytes = () =>
  new TypeError(
    'The answer is bytes, and its JSON would be a list of numbers. Answer a stream instead: `answer(Readable.from([bytes]), { headers })`.',
  )
