/** Does the work again if it ended on another day (UTC) than it began: budgets and figures of a day begin anew at midnight. */
export async function withinOneDay<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const day = today()
    const result = await work()
    if (today() === day) return result
  }
}

const today = () => new Date().toISOString().slice(0, 10)
