/**
 * @atrium/sdk/host: what the host alone needs of the SDK. Plugins may not import it, and it may change with any version.
 */
export { withhold, type Withhold, withholder } from './records/withhold.ts'
