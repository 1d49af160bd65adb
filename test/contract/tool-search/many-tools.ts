/** A resource of a plugin that does not exist: `plugin resource`, and what its own operations do. */
const RESOURCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'billing invoice': {
    send: 'Send an invoice to the client by e-mail.',
    pay: 'Record a payment of an invoice. An invoice that is paid in full is closed.',
    void: 'Void an invoice, so that nobody has to pay it. This cannot be undone.',
  },
  'billing payment': { refund: 'Refund a payment, in full or in part.' },
  'billing reminder': { send: 'Send a payment reminder for an overdue invoice.' },
  'billing subscription': { pause: 'Pause a subscription until a day.', resume: 'Resume a paused subscription.' },
  'billing voucher': { redeem: 'Redeem a gift voucher.' },
  'stock product': { adjust: 'Adjust the quantity on hand of a product after a count.' },
  'stock supplier': {},
  'stock purchase_order': { receive: 'Book in the goods of a purchase order that were delivered.' },
  'stock warehouse': { transfer: 'Transfer stock from one warehouse to another.' },
  'stock batch': { recall: 'Recall a batch: its products are blocked and the clients who bought them are listed.' },
  'staff employee': { offboard: 'End the employment of an employee and block the account.' },
  'staff shift': { swap: 'Swap the shifts of two employees.' },
  'staff leave_request': { grant: 'Grant a leave request.', decline: 'Decline a leave request, with a reason.' },
  'staff timesheet': { submit: 'Submit a timesheet for payroll.' },
  'staff certificate': {},
  'support ticket': {
    assign: 'Assign a ticket to an employee.',
    escalate: 'Escalate a ticket to the second level.',
    resolve: 'Resolve a ticket with an answer for the client.',
  },
  'support article': { publish: 'Publish an article of the knowledge base.' },
  'support survey': { send: 'Send a satisfaction survey to a client.' },
  'fleet vehicle': { service: 'Note that a vehicle was serviced in the garage.' },
  'fleet trip': { start: 'Start a trip with a vehicle.', end: 'End a trip and enter the mileage.' },
  'fleet fuel_receipt': {},
  'marketing campaign': { launch: 'Launch a campaign: its mails go out.', stop: 'Stop a campaign.' },
  'marketing newsletter': { schedule: 'Schedule a newsletter for a day and time.' },
  'marketing lead': { convert: 'Convert a lead to a client.' },
  'rooms room': { block: 'Block a room for repairs.' },
  'rooms device': { calibrate: 'Note the calibration of a device.' },
  'rooms cleaning': { check: 'Check off a cleaning.' },
  'projects project': { close: 'Close a project.' },
  'projects task': { assign: 'Assign a task to an employee.', finish: 'Mark a task as finished.' },
  'projects milestone': {},
  'ledger account': {},
  'ledger journal_entry': { post: 'Post a journal entry. It cannot be changed any more.' },
  'ledger tax_return': { file: 'File a tax return with the authorities.' },
  'ledger bank_transaction': { match: 'Match a bank transaction with an open invoice.' },
  'contracts contract': { sign: 'Sign a contract.', terminate: 'Terminate a contract at the end of its term.' },
  'contracts clause': {},
  'events course': { enrol: 'Enrol a client in a course.' },
  'events trainer': {},
  'library book': { lend: 'Lend a book to an employee.' },
  'library shelf': {},
  'energy meter': { read: 'Enter the reading of a meter.' },
}

/** A tool, as the host derives it from an operation. */
export interface DerivedTool {
  readonly name: string
  readonly description: string
  readonly input_schema: object
}

/** Tools as the host derives them from the operations of plugins. */
export function inventedTools(): DerivedTool[] {
  return Object.entries(RESOURCES).flatMap(([key, own]) => {
    const [plugin = '', resource = ''] = key.split(' ')
    return toolsOf(plugin, { resource, own })
  })
}

function toolsOf(
  plugin: string,
  { resource, own }: { resource: string; own: Readonly<Record<string, string>> },
): DerivedTool[] {
  const one = resource.replaceAll('_', ' ')
  const many = resource.endsWith('y') ? `${one.slice(0, -1)}ies` : resource.endsWith('h') ? `${one}es` : `${one}s`
  const names = many.replaceAll(' ', '_')
  const a = /^[aeiou]/.test(one) ? 'an' : 'a'
  const tool = (name: string, description: string, properties: readonly string[]) => ({
    ...{ name: `${plugin}_${name}`, description },
    input_schema: {
      ...{ type: 'object', additionalProperties: false },
      properties: Object.fromEntries(properties.map((each) => [each, { type: 'string', description: `The ${each}` }])),
    },
  })
  const page = ['_page', '_limit', '_sort', '_order', 'q', 'created_at_gte', 'created_at_lte', 'id', 'status']
  return [
    tool(
      `list_${names}`,
      `List ${many}. Answers one page: the records as \`items\`, and how many match as \`total\`.`,
      page,
    ),
    tool(`get_${resource}`, `Get ${a} ${one}.`, ['id']),
    tool(`create_${resource}`, `Create ${a} ${one}.`, ['name', 'status', 'notes']),
    tool(`change_${resource}`, `Change ${a} ${one}.`, ['id', 'name', 'status', 'notes']),
    tool(`delete_${resource}`, `Delete ${a} ${one}. Answers the record as it was.`, ['id']),
    tool(
      `delete_${names}`,
      `Delete many ${many}. Changes more than 500 matches in the background; follow the answered id with bulk_get_action.`,
      ['ids', 'filter'],
    ),
    tool(
      `list_changes_of_${resource}`,
      `List changes of ${a} ${one}. Who changed what and when, the latest first. Fields that you may not see are left out.`,
      ['id', '_page', '_limit'],
    ),
    tool(
      `restore_${resource}`,
      `Restore ${a} ${one}. Brings the record back to how a change of its history left it. This is a change like any other.`,
      ['id', 'entry_id'],
    ),
    ...Object.entries(own).map(([verb, description]) => tool(`${verb}_${resource}`, description, ['id', 'reason'])),
  ]
}
