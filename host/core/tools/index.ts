/** The tools for agents: collected from all plugins, described, and run. */
export { createTools, type ToolRoom } from './create-tools.ts'
export { type AgentTool } from './derive-tool.ts'
export { describeTool, digestTool, sizeOf } from './describe-tool.ts'
export { type ToolArguments } from './operation-parts.ts'
export { ownOperation, type RunTool, type ToolResult, type ToolRun } from './run-tool.ts'
export { type ToolIndex } from './tool-index.ts'
