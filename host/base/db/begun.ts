/**
 * Makes a failed BEGIN or SAVEPOINT fail: Knex's `query` has then rejected the transaction and resolves with nothing, and Knex
 * would go on to run the container outside of any transaction.
 */
export async function begun(begin: Promise<unknown>): Promise<unknown> {
  const answer = await begin
  if (answer === undefined) throw new Error('The transaction could not begin.')
  return answer
}
