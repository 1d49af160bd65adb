import type { Caller } from '@atrium/sdk'
import { type ListToolsResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { describeTool } from './describe-tool.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

/** Some models are given all of it: about 250 kB. */
const PAGE = 200

/**
 * One page of the tools that a caller may call, by name. The cursor holds the name of the last one told, so that a reload between
 * two pages skips and repeats none.
 * @throws ProtocolError for a cursor that is not of this list
 */
export function listTools(catalogue: ToolCatalogue, caller: Caller, cursor: string | undefined): ListToolsResult {
  const after = cursor === undefined ? '' : nameOf(cursor)
  const tools = catalogue.visibleTo(caller).filter(({ name }) => name > after)
  const page = tools.slice(0, PAGE)
  const last = page.at(-1)
  return {
    tools: page.map((tool) => describeTool(tool, caller)),
    ...(last && tools.length > PAGE && { nextCursor: Buffer.from(last.name).toString('base64url') }),
  }
}

function nameOf(cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString()
  if (/^\w{1,64}$/.test(name)) return name
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `[${cursor}] is no cursor of this list. Ask without one.`)
}
