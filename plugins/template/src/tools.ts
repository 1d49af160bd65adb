import type { Tools } from '@atrium/sdk'

/** The tools for agents. Every route is a tool already; declare one here to improve its name or description. */
export function register_mcp_tools(tools: Tools) {
  tools.operation('retire_item', 'POST /items/{item_id}/retire', {
    description: 'Take an item out of the catalogue. It stays readable, and an update can make it active again.',
  })
}
