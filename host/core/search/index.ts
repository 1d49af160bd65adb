export { SearchIndexes } from './search-indexes.ts'
export { canSearchByTrigrams, examineSearchIndexes, type IndexProblem } from './examine-indexes.ts'
