import { Readable } from 'node:stream'
import { ApiError, LARGEST_PAGE } from '@atrium/sdk'
import { JsonSize, type Lost, lostIn, said, shownSize, type Unfit } from '../../base/errors/index.ts'
import { inPortions } from '../../base/lifetime/index.ts'
import type { Operation } from '../registries/index.ts'
import { notAwaited, tooLong } from './answer-weight.ts'

/** The most characters of JSON, or of text, that a plugin answers at once. Streams have no limit, because they are sent in pieces. */
export const LARGEST_ANSWER = 32_000_000

/**
 * Refuses an answer of a plugin that cannot be written as JSON, or only with more memory than the host may have: the host would end. Lists
 * that are longer than a page are looked at in portions.
 * @param onLost called with the first member that JSON does not keep
 * @throws ApiError 500 `answer_too_large`; TypeError if JSON cannot hold it
 */
export function requireSendable(
  operation: Operation,
  body: unknown,
  onLost?: (lost: Lost) => void,
): void | Promise<void> {
  if (operation.lease === undefined || body instanceof Readable) return
  if (typeof body === 'function' || typeof body === 'symbol') throw notJson(body)
  if (body instanceof Uint8Array) throw bytes()
  const measure = new JsonSize(LARGEST_ANSWER)
  if (Array.isArray(body) && body.length > LARGEST_PAGE)
    return measureList(operation, { list: body, measure }).then(() => {
      if (measure.hasLost) tellLost(body, onLost)
    })
  const unfit = measure.add(body)
  if (unfit !== undefined) throw unsendable(operation, { unfit, measure })
  if (measure.hasLost) tellLost(body, onLost)
}

function tellLost(body: unknown, onLost?: (lost: Lost) => void): void {
  const lost = onLost && lostIn(body)
  if (lost) onLost?.(lost)
}

async function measureList(
  operation: Operation,
  { list, measure }: { list: readonly unknown[]; measure: JsonSize },
): Promise<void> {
  for await (const part of inPortions(list, LARGEST_PAGE)) {
    const unfit = measure.add(part)
    if (unfit !== undefined) throw unsendable(operation, { unfit, measure })
  }
}

function unsendable({ name }: Operation, { unfit, measure: { offender } }: { unfit: Unfit; measure: JsonSize }): Error {
  if (unfit === 'large') return tooLarge(name)
  if (unfit === 'bigint') return tooLong(offender)
  if (unfit === 'promise') return notAwaited(offender)
  return new TypeError(`The answer ${said(unfit, { most: LARGEST_ANSWER, offender })}`)
}

const tooLarge = (name: string) =>
  new ApiError('answer_too_large', {
    detail: `The answer of [${name}] is larger than ${shownSize(LARGEST_ANSWER)}, so it was not sent.`,
  })

export const notJson = (body: unknown) =>
  new TypeError(`The answer is a [${typeof body}], which has no JSON. Was it to be called?`)

const bytes = () =>
  new TypeError(
    'The answer is bytes, and its JSON would be a list of numbers. Answer a stream instead: `answer(Readable.from([bytes]), { headers })`.',
  )
