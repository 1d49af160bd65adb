/** A piece of what a tool shows an agent, as MCP has it. `data` and `blob` are base64. */
export type ToolBlock =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType?: string } & ({ text: string } | { blob: string }) }
  | { type: 'resource_link'; uri: string; name: string; title?: string; description?: string; mimeType?: string }

/** What a tool answers that has more to show than JSON. */
export class ToolContent {
  readonly blocks: readonly ToolBlock[]
  constructor(blocks: readonly ToolBlock[]) {
    this.blocks = blocks
  }
}

/** Answers an agent with pictures, sound, files or several texts. For tools of their own that declare no `output`. */
export const tool_content = (blocks: readonly ToolBlock[]) => new ToolContent(blocks)
