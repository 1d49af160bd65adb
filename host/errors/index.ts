export { errorCatalogueTable } from './error-catalogue-table.ts'
export { toApiError } from './to-api-error.ts'
export { toProblem } from './to-problem.ts'
export type { ProblemResponse } from './to-problem.ts'
