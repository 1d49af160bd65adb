import { PluginRejected } from '../load/plugin-rejected.ts'

/** Other plugins keep a generation from being committed: it is tried again by itself when they change. */
export class PluginBlocked extends PluginRejected {}
