import type { ActionJobDraft } from '@atrium/sdk/host'
import type { ActionJob, JsonSchema } from '@atrium/sdk/documents'
import type { Method } from '../../../core/registries/index.ts'
import { reportList } from './asked-query.ts'
import { absolutePath, type Asking, permissionOf, reportUnanswered } from '../checks/route-index.ts'
import { reportMembers } from '../checks/references.ts'

/** Makes the job of an action. Routes and filters that are not declared, and members that the record does not have, are reported. */
export function makeJob(draft: ActionJobDraft, api_base: string | undefined, asking: Asking): ActionJob {
  const { doing, record, under_way, cancel, failures, members } = draft
  const { routes } = asking
  const record_path = absolutePath(record, api_base)
  const under_way_path = absolutePath(under_way, api_base)
  const failures_path = failures === undefined ? undefined : absolutePath(failures, api_base)
  reportUnanswered(record_path, asking)
  for (const path of [under_way_path, failures_path]) if (path !== undefined) reportList(path, asking)
  const schema = routes.find('GET', record_path)?.schemas.response as JsonSchema | undefined
  reportMembers({ path: record_path, members: Object.values(members), schema }, asking)
  return {
    doing,
    record_path,
    under_way_path,
    ...(cancel !== undefined && { cancel: cancelOf(absolutePath(cancel, api_base), asking) }),
    ...(failures_path !== undefined && { failures_path }),
    members,
  }
}

function cancelOf(path: string, { who, routes, report, origin }: Asking): ActionJob['cancel'] {
  const method: Method = 'POST'
  const operation = routes.find(method, path)
  if (operation === undefined && routes.isOwn(path))
    report({
      code: 'action_route_missing',
      message: `${who} is stopped with [${method} ${path}], which is not declared.`,
      fix: `${routes.hint(method, path)}Declare the route in \`register_routes\`, or correct the path.`,
      origin,
    })
  return { path, ...permissionOf(operation) }
}
