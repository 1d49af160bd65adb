import { plainOf, stemOf, wordsOf } from './words.ts'

/**
 * What people in offices, practices, shops and workshops say, and the word that tools use for it: `word: what people say`. Words of one phrase are
 * joined by `+`; up to two other words may stand between them, so `put+aside` is in “put it aside”. It has the nouns and verbs of business
 * software in general, not only those of this repository's plugins, because agents get tools of every plugin and connector.
 */
const MEANINGS = `
booking: appointment visit session reservation consultation sitting
book: reserve squeeze+in fit+in put+down+for pencil+in make+appointment sign+in put+in+for note+down+for
slot: free availability available opening gap vacancy earliest next+time possible+time when+could when+can time+for come+in
series: recurring weekly every+week every+month each+week standing regular repeatedly same+time+week times+a+week once+a+week course+of+treatment sessions+in+a+row every+weekday for+six+weeks for+weeks
cancel: call+off not+make+it cannot+come can't+come can+not+come won't+come won't+make+it will+not+come couldn't+make+it withdraw drop+out fell+through can't+make+it cannot+make decided+against changed+her+mind changed+his+mind
no show: never+came never+come never+turn+up never+turned+up not+turn+up not+show+up did+not+come didn't+come not+appear stood+up missed waited+for did+not+arrive nobody+came no-show
complete: done+with through+with finished+with has+been+here was+here took+place went+well came+today is+over
confirm: say+yes yes+to accept approve okay definite firm
change booking: move+appointment move+visit bring+forward put+back push+back an+hour+later an+hour+earlier postpone reschedule rearrange
quote: price cost how+much come+to expensive charge+for
agenda: who+is+coming who+comes on+the+books what+does+have look+like day+plan have+on doing+on doing+today doing+tomorrow in+the+diary diary
specialist: therapist physiotherapist doctor stylist hairdresser barber masseur masseuse practitioner consultant dentist nurse beautician
service: treatment therapy massage haircut facial manicure pedicure menu offering how+long+is how+long+does+take
offer: do+as+well also+do also+does does+too no+longer+do no+longer+does can+do started+doing perform do+not+anymore not+do+any+more
exception: congress conference sick ill flu away absent absence vacation day+off days+off seminar out+of+office not+available training on+vacation on+holiday on+leave
holiday: closed shut closure bank+holiday public+holiday christmas easter day+off+whole day+off+everybody day+off+practice
hour: working+hours opening+hours works start+at starts+at begin+at begins+at office+hours come+in+at what+time+does time+start time+begin time+come+in time+open time+close which+days only+works works+mornings works+afternoons
location: branch branches premises site salon practice+in address+of+the+practice where+are+we office+in studio
calendar feed: google+calendar outlook ical ics iphone+calendar subscribe+calendar calendar+link
rotate: fresh+link new+link new+address+for leaked got+hold compromised regenerate
mail: e-mail email mails message confirmation+sent letter
transition: status+history
stat: how+many figures numbers rate share statistic occupancy how+full utilisation utilization turnover performance
client: customer patient guest lady gentleman buyer clientele
client record: everything+about all+about tell+about whole+file complete+picture background+of
find client: do+we+have+a+customer somebody+called is+known called+named by+the+name look+up anybody+called anyone+called customer+base by+that+name
create ticket: complains+that complained+that says+does+not
create client: new+customer new+client new+patient first+time walk-in walked+in open+card take+details take+down
change client: new+mobile new+phone new+surname got+married moved+to moved+house new+e-mail note+file write+note write+down+about put+on+file
archive: put+away does+not+come+any+more no+longer+comes passed+away moved+away inactive left+us
restore: bring+back put+back+in+as undo mistake as+it+was as+they+were reactivate take+back revert
merge: same+person make+one+out put+together combine join one+record
duplicate: twice double two+times doubled
document: paper passport scan consent form upload attachment file+on x-ray certificate+of pdf
document type: kind+of+paper kinds+of+papers type+of+document ask+clients+for need+from+clients collect required+papers
clients summary: new+customers+than grow growing losing+customers gaining more+clients+than customer+numbers
import: upload+list customer+list spreadsheet old+software csv excel loaded
errors of import: lines+did+not+work lines+failed rejected+lines did+not+get+in failed+rows
bulk action: mass+update background background+job big+cancellation running+job
search: everywhere anywhere across+all
item: catalogue catalog article
retire: take+out+of+the+catalogue discontinue phase+out no+longer+sell stop+selling out+of+the+range
invoice: bill bills billed owe owes owed outstanding unpaid receivable charge charged settle settled
send invoice: mail+the+bill send+the+bill
create invoice: bill+for charge+for write+a+bill
pay invoice: paid settled settle in+cash money+arrived transferred+us
void: wrong+bill invalid annul cancel+the+bill cancel+bill written+in+error write+off
payment: paid pay money transfer instalment deposit
refund: money+back give+back+money pay+back reimburse repay overpaid overcharged
reminder: nudge dunning late+with+paying overdue chase chasing behind+with
subscription: membership plan abo monthly+fee
pause: on+hold freeze suspend stop+until put+off+until stop+charging
resume: take+up+again restart continue carry+on again+from reactivate start+again begin+again
voucher: gift+card gift+certificate coupon gift
redeem: cash+in use+gift+card use+voucher use+up
product: goods merchandise bottle box left+in+stock in+stock how+many+left how+much+left article sku range
adjust: counted count stocktake inventory+count only+left actually+there miscounted
stock: inventory supplies shelf
supplier: vendor wholesaler sells+us from+whom manufacturer provider we+buy+from we+get+from
purchase order: order+more reorder buy+more running+out running+low run+out procure ordered+from
receive: arrived delivery delivered came+in+today package parcel unpacked
transfer: bring+from+to move+from+to from+the+cellar carry+over relocate send+to+the+other
warehouse: depot store storage storeroom cellar stockroom
recall: get+back+from+everybody faulty contaminated rashes unsafe dangerous
batch: lot charge+number
employee: worker colleague staff hire hired joins joined recruit personnel member+of+staff work+for+us works+for+us on+the+payroll
offboard: resigned resign quit last+day leaves+us left+the+company left+the+team gave+notice fired dismissed retires close+account
shift: duty roster rota on+duty works+on early+turn late+turn night+duty
swap: trade exchange change+places switch+with stand+in take+over+from
leave request: vacation time+off weeks+off days+off day+off holidays+in annual+leave wants+off asked+for+off parental+leave
grant: fine+with+me allow approve agree agreed give+her+the+days ok
decline: turn+down refuse reject cannot+have say+no deny no+to not+possible tell+no cannot+take can't+take
timesheet: hours+worked worked+hours hours+of overtime time+sheet working+time
submit: hand+in send+in turn+in pass+on+to+payroll
certificate: training qualification diploma licence first+aid proof
expire: runs+out run+out expires valid+until out+of+date runs+out+soon
ticket: complaint complain complains problem issue fault broken angry incident enquiry inquiry help+request complained does+not+work
assign: give+to hand+to let+look+after let+handle pass+to take+care+of responsible put+on
escalate: pass+on higher+up second+level manager+has+to cannot+solve above+my can't+solve more+experience
resolve: solved solve answered sorted+out dealt+with fixed settled+the+complaint
article: knowledge+base help+page faq how-to instructions
publish: put+online go+live make+public online release
survey: how+happy how+satisfied satisfaction feedback opinion rate+us questionnaire
vehicle: car van truck lorry bus fleet
service vehicle: garage inspection oil+change workshop serviced mot
trip: drive drove journey km kilometres miles mileage came+back+with back+with route
fuel receipt: petrol diesel filled+up refuelled tank gas+station
campaign: advertising ads promotion advert
launch: kick+off go+out get+going start
newsletter: mailing circular mail+shot bulletin
schedule: go+out+on send+on plan+for set+for time+for+sending
lead: prospect interested potential+customer enquirer
convert: signed become+customer turn+into make+a+customer became+a+client
room: treatment+room meeting+room hall
block: nobody+may+use out+of+use out+of+order leak repairs+in paint not+usable damage nobody+can+use
device: machine apparatus equipment appliance laser treadmill scales
calibrate: accuracy calibration checked+for+accuracy gauge
cleaning: cleaned clean mopped hygiene dirty
project: undertaking
close: wrap+up wind+up finished+project
task: job to-do todo chore errand to+be+done still+to+do
finish: done mark+as+done ticked+off completed
milestone: deadline goal stage due+date+of+the+project coming+up due+next
account: ledger books+account in+the+books chart
journal entry: depreciation book+the posting accrual entries booked+in+the+accounts book+to+account in+the+books into+the+books
post: finalise make+final
tax return: vat tax tax+office revenue+office
file: hand+in declare submit+to
bank transaction: bank+statement statement+line came+in+at+the+bank incoming+transfer account+movement money+came+in in+the+account
match: belongs+to belong+to which+bill reconcile goes+with
contract: agreement lease rental+agreement
terminate: get+out+of end+of+term give+notice+for cancel+the+lease not+renew
sign: signature put+name
clause: wording paragraph provision term+of+the
course: class lesson workshop yoga seminar
enrol: sign+up put+down+for+the+course register+for place+in
trainer: teacher instructor coach
lend: borrow borrows take+home loan
expense: spent receipt out+of+pocket costs+of travel+costs
order: ordered basket purchase
shipment: parcel package tracking dispatch ship shipped
return: send+back sent+back bring+back+goods
deal: opportunity pipeline sale
estimate: offer+for quotation proposal
discount: rebate percent+off reduction
candidate: applicant application applied
payslip: salary wages payroll pay+slip
department: team unit division
meeting: get+together conference+call
comment: remark note annotation
user: login account+of sign-in
role: permission rights access may+do
report: evaluation analysis overview+of
notification: alert push
visitor: guest+today arrives+at+reception
claim: insurance+case damage
prescription: medicine drug medication
vaccination: jab shot vaccine
property: building flat apartment house
tenant: renter lodger
machine: equipment plant
member: joined+the+club membership
donation: gift+of+money donate donated
student: pupil learner
attendance: present+in absent+from
incident: outage down failure
license: licence seat+of+software
asset: laptop equipment belongings
budget: spending+limit funds
loan: credit borrowed+money
meter: reading electricity gas+counter water+counter
`

/** One way to say something, as stems, and the stems that tools use for it. */
interface Meaning {
  readonly said: readonly string[]
  readonly meant: readonly string[]
}

/** So many other words may stand between two of a phrase. */
const MOST_BETWEEN = 2

const stems = (text: string) => wordsOf(plainOf(text)).map(stemOf)

const ALL: readonly Meaning[] = MEANINGS.trim()
  .split('\n')
  .flatMap((line) => {
    const [meant = '', said = ''] = line.split(': ')
    return said.split(' ').map((phrase) => ({ said: stems(phrase), meant: stems(meant) }))
  })

/** All words that people say. */
export const WORDS_SAID: readonly string[] = wordsOf(MEANINGS)

/** By the first stem of what is said. */
const BY_FIRST = new Map<string, Meaning[]>()
for (const meaning of ALL) {
  const first = meaning.said[0] ?? ''
  BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), meaning])
}

/** What a question means in the words of tools. */
export function meantBy(question: string): readonly Meaning[] {
  const asked = stems(question)
  return asked.flatMap((stem, at) =>
    (BY_FIRST.get(stem) ?? []).filter(({ said }) => follows(said.slice(1), asked.slice(at + 1))),
  )
}

/** Whether the stems stand in a text in this order, with few others between them. */
function follows([first, ...rest]: readonly string[], text: readonly string[]): boolean {
  if (first === undefined) return true
  return text.slice(0, MOST_BETWEEN + 1).some((stem, at) => stem === first && follows(rest, text.slice(at + 1)))
}
