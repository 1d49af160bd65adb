export { SearchIndexes } from './search-indexes.ts'
