/** The reason that the promise rejects with. Fails if it resolves. */
export async function rejection(promise: PromiseLike<unknown>): Promise<Error> {
  const outcome = await Promise.allSettled([promise])
  if (outcome[0].status === 'fulfilled') throw new Error('Expected a rejection, but the promise was fulfilled.')
  return outcome[0].reason as Error
}
