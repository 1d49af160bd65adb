type CleanUp = () => Promise<unknown>

const afterFile: CleanUp[] = []
const afterTest: CleanUp[] = []

/** Runs after the last test of the file, the last clean-up first. */
export function atEndOfFile(cleanUp: CleanUp): void {
  afterFile.push(cleanUp)
}

/** Runs after the present test; after the first one if called while a suite begins. */
export function atEndOfTest(cleanUp: CleanUp): void {
  afterTest.push(cleanUp)
}

/** Hooks around every test file, which mocha and the workers of `npm test` take from here: several files share one process. */
export const mochaHooks = {
  afterEach: () => runAll(afterTest),
  afterAll: () => runAll(afterFile),
}

async function runAll(cleanUps: CleanUp[]): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
}
