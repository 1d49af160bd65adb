/**
 * @atrium/sdk/tool-search: finds tools by what somebody wants to do. For plugins that give tools to a language model, and for the host's
 * own `search_tools`.
 */
export { type FindOptions, type SearchedTool, ToolSearch } from './tool-search.ts'
