import type { PluginContext } from '@atrium/sdk'
import type { Database } from '../base/db/index.ts'
import type { Auth } from '../core/auth/index.ts'
import type { HostRoom } from '../core/hosts/index.ts'
import type { JobQueue } from '../core/jobs/index.ts'
import type { AccountLinks, RequiredMethods, SignInRoom } from '../core/sign-in/index.ts'
import type { NotificationRoom } from '../core/notifications/index.ts'
import type { UndoRoom } from '../core/undo/index.ts'
import type { WebhookRoom } from '../core/webhooks/index.ts'
import type { Registries } from '../core/registries/index.ts'
import type { PluginHost } from '../plugins/index.ts'

/** The parts that the platform's own module uses. */
export interface PlatformParts {
  readonly database: Database
  readonly registries: Registries
  readonly auth: Pick<Auth, 'users' | 'roles' | 'tokens' | 'sessions' | 'grantUse'>
  readonly links: AccountLinks
  readonly required: RequiredMethods
  readonly identities: SignInRoom['identities']
  readonly jobs: Pick<JobQueue, 'retry' | 'cancel' | 'titleOf'>
  readonly undo: Pick<UndoRoom, 'operations'>
  readonly webhooks: WebhookRoom
  readonly notifications: Pick<NotificationRoom, 'operations' | 'send'>
  readonly plugins: Pick<PluginHost, 'stage' | 'change' | 'reloads'>
  readonly hosts: Pick<HostRoom, 'list' | 'id'>
  /** Operations in process, as the present caller. */
  readonly calls: Pick<PluginContext, 'call'>
}
