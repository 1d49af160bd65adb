/** How operations are described: to programs as OpenAPI, to agents as the input of a tool. */
export { hoistDefinitions } from './components.ts'
export { openapi } from './openapi.ts'
export { listDialect } from './parameters.ts'
export { agentBody, hasMembers, operationHints, toolInput } from './tool-input.ts'
export { answerShownTo, operationShownTo } from './shown-operation.ts'
export { distinctNames } from './distinct-names.ts'
