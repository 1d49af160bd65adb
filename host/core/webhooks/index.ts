/** Webhooks: events that are sent to other systems, signed and retried. */
export { TEST_EVENT } from './deliveries.ts'
export { DELIVERY_TABLE, WEBHOOK_TABLE, webhookMigrations } from './webhook-migrations.ts'
export { presentWebhookEgress, type SavedWebhook, type WebhookOptions, WebhookRoom } from './webhook-room.ts'
