// The reports that are understood, by the names of their columns. A heading is compared without case, accents, spaces, signs and what is in parentheses:
// `Ad Fees($)` is `adfees`. Amazon writes the headings in the language of the account.
import type { EarningsReport, EarningsRetailer } from '@linkshelf/contract'

/** What a column says. `earned_final` replaces `earned` where a row has both. */
export type Field =
  | 'transaction_id'
  | 'item_id'
  | 'item_name'
  | 'tracking_id'
  | 'sub_id'
  | 'date'
  | 'updated_at'
  | 'status'
  | 'price'
  | 'quantity'
  | 'returned'
  | 'sales'
  | 'earned'
  | 'earned_final'
  | 'currency'
  | 'bounty'

export interface ReportKind {
  report: EarningsReport
  retailer: EarningsRetailer
  /** A row with these headings is the heading of this report. */
  required: readonly Field[]
  headings: Partial<Record<Field, readonly string[]>>
}

const amazonTag = [
  'trackingid',
  'idtracking',
  'iddeseguimiento',
  'iddesuivi',
  'iddimonitoraggio',
  'iddetracking',
  'トラッキングid',
  'iddeacompanhamento',
  'takipkodu',
  'idsledzenia',
  'sparningsid',
  'volgid',
]
const amazonName = [
  'name',
  'title',
  'itemname',
  'productname',
  'nombre',
  'titel',
  'nom',
  'nome',
  'titulo',
  'titolo',
  '商品名',
  'naam',
  'nazwa',
  'namn',
]
const amazonPrice = ['price', 'precio', 'preis', 'prix', 'prezzo', '価格', 'preco', 'prijs', 'cena', 'pris']

const amazonEarnings: ReportKind = {
  report: 'amazon_earnings',
  retailer: 'amazon',
  required: ['item_id', 'tracking_id', 'date', 'earned'],
  headings: {
    item_id: ['asin'],
    item_name: amazonName,
    tracking_id: amazonTag,
    date: [
      'dateshipped',
      'shipdate',
      'fechadeenvio',
      'versanddatum',
      'datedexpedition',
      'datadispedizione',
      'dataspedizione',
      '発送日',
      'datadeenvio',
      'verzenddatum',
      'datawysyłki',
      'datawysylki',
    ],
    price: amazonPrice,
    quantity: [
      'itemsshipped',
      'qtyshipped',
      'quantityshipped',
      'qty',
      'productosenviados',
      'articulosenviados',
      'versendeteartikel',
      'artikelversendet',
      'articlesexpedies',
      'articolispediti',
      'prodottispediti',
      '発送済み商品',
      '発送済み商品数',
      'itensenviados',
      'verzondenartikelen',
    ],
    returned: ['returns', 'itemsreturned', 'devoluciones', 'rucksendungen', 'retouren', 'retours', 'resi', '返品', 'devolucoes', 'zwroty'],
    sales: [
      'revenue',
      'sales',
      'ingresos',
      'umsatz',
      'einnahmen',
      'revenus',
      'chiffredaffaires',
      'ricavi',
      'entrate',
      '売上',
      'receita',
      'omzet',
      'przychod',
    ],
    earned: [
      'adfees',
      'advertisingfees',
      'fees',
      'commission',
      'commissions',
      'commissionincome',
      'earnings',
      'comisiones',
      'comision',
      'tarifasdepublicidad',
      'ingresosporpublicidad',
      'werbekostenerstattung',
      'werbekostenerstattungen',
      'provision',
      'provisionen',
      'revenuspublicitaires',
      'remunerationspublicitaires',
      'commissionspublicitaires',
      'commissionipubblicitarie',
      'commissioni',
      '紹介料',
      '広告費',
      'comissoes',
      'advertentiekosten',
      'commissie',
      'prowizje',
    ],
    currency: ['currency', 'moneda', 'wahrung', 'devise', 'valuta', '通貨', 'moeda'],
  },
}

const amazonOrders: ReportKind = {
  report: 'amazon_orders',
  retailer: 'amazon',
  required: ['item_id', 'tracking_id', 'date', 'quantity'],
  headings: {
    item_id: ['asin'],
    item_name: amazonName,
    tracking_id: amazonTag,
    date: [
      'date',
      'orderdate',
      'dateordered',
      'fecha',
      'fechadepedido',
      'datum',
      'bestelldatum',
      'datedecommande',
      'data',
      'datadellordine',
      'dataordine',
      '注文日',
      '日付',
      'datadopedido',
    ],
    price: amazonPrice,
    quantity: [
      'qty',
      'quantity',
      'itemsordered',
      'cantidad',
      'menge',
      'bestellteartikel',
      'quantite',
      'articlescommandes',
      'quantita',
      '数量',
      '注文数',
      'quantidade',
      'aantal',
      'ilosc',
    ],
    currency: amazonEarnings.headings.currency ?? [],
  },
}

const amazonBounties: ReportKind = {
  report: 'amazon_bounties',
  retailer: 'amazon',
  required: ['bounty', 'tracking_id', 'date', 'earned'],
  headings: {
    bounty: [
      'bountyevent',
      'bountyname',
      'bountyprogram',
      'bounty',
      'eventname',
      'bountyeventname',
      'eventodebounty',
      'programadebounty',
      'pramie',
      'pramienaktion',
      'prime',
      'evento',
      'ボーナスイベント',
    ],
    tracking_id: amazonTag,
    date: [...(amazonOrders.headings.date ?? []), ...(amazonEarnings.headings.date ?? []), 'eventdate', 'dateofevent'],
    price: amazonPrice,
    quantity: ['qty', 'quantity', 'events', 'bountyevents', 'bounties', 'cantidad', 'menge', 'quantite', 'quantita', '数量'],
    earned: ['bountyearnings', 'bountyamount', 'bountyfees', 'bountyfee', 'amount', ...(amazonEarnings.headings.earned ?? [])],
    currency: amazonEarnings.headings.currency ?? [],
  },
}

const ebayTransactions: ReportKind = {
  report: 'ebay_transactions',
  retailer: 'ebay',
  required: ['transaction_id', 'date', 'earned'],
  headings: {
    transaction_id: ['epntransactionid'],
    date: ['eventdate'],
    updated_at: ['updatedate'],
    status: ['status'],
    tracking_id: ['campaignid'],
    sub_id: ['customid'],
    item_id: ['itemid'],
    item_name: ['itemname'],
    quantity: ['quantity', 'deltaquantity'],
    sales: ['sales', 'deltasales'],
    earned: ['earnings', 'deltaearnings'],
    currency: ['currency', 'earningscurrency'],
  },
}

const aliexpressOrders: ReportKind = {
  report: 'aliexpress_orders',
  retailer: 'aliexpress',
  required: ['transaction_id', 'date', 'earned'],
  headings: {
    transaction_id: ['suborderid', 'orderid', 'ordernumber', 'orderno'],
    item_id: ['productid', 'itemid'],
    item_name: ['producttitle', 'productname', 'productdetails', 'itemname'],
    tracking_id: ['trackingid'],
    sub_id: ['dp', 'customparameter', 'customparameters', 'customerparameters', 'subid', 'clickid'],
    date: ['paymenttime', 'paidtime', 'orderpaymenttime', 'paymentdate', 'ordertime', 'createdtime', 'createtime'],
    updated_at: ['updatetime', 'lastupdatetime', 'modifiedtime'],
    status: ['orderstatus', 'status', 'effectstatus', 'effectivestatus'],
    quantity: ['productcount', 'quantity', 'itemcount'],
    sales: ['paidamount', 'orderpaidamount', 'paymentamount', 'orderamount', 'estimatedpaidamount'],
    earned: ['estimatedcommission', 'estimatedpaidcommission', 'commission', 'estimatedearnings', 'commissionamount'],
    earned_final: ['estimatedfinishedcommission', 'finishedcommission', 'settledcommission', 'effectivecommission'],
    currency: ['currency', 'settledcurrency', 'settlementcurrency'],
  },
}

const reportKinds: readonly ReportKind[] = [amazonEarnings, amazonBounties, amazonOrders, ebayTransactions, aliexpressOrders]

/** `Ad Fees($)` is `adfees`, `Categoría` is `categoria`. */
function toHeadingKey(heading: string): string {
  return heading
    .replace(/[([（].*?[)\]）]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const headingsOf = new Map(
  reportKinds.map((kind) => [
    kind,
    // Of two names for one field the earlier is preferred: its place in the list.
    new Map(
      Object.entries(kind.headings).flatMap(([field, names]) =>
        names.map((name, rank) => [toHeadingKey(name), { field: field as Field, rank }] as const),
      ),
    ),
  ]),
)

export interface Heading {
  kind: ReportKind
  /** The column of each field that the file has. */
  columns: Map<Field, number>
}

/** The report that a row is the heading of: the kind that understands most of it; undefined for any other row. */
export function findHeading(cells: readonly string[]): Heading | undefined {
  const keys = cells.map(toHeadingKey)
  const found = reportKinds
    .map((kind) => ({ kind, columns: columnsOf(kind, keys) }))
    .filter(({ kind, columns }) => kind.required.every((field) => columns.has(field)))
  return found.reduce<Heading | undefined>((best, next) => (best && best.columns.size >= next.columns.size ? best : next), undefined)
}

function columnsOf(kind: ReportKind, keys: readonly string[]): Map<Field, number> {
  const known = headingsOf.get(kind)
  const best = new Map<Field, { index: number; rank: number }>()
  for (const [index, key] of keys.entries()) {
    const found = known?.get(key)
    if (found === undefined) continue
    const present = best.get(found.field)
    if (present === undefined || found.rank < present.rank) best.set(found.field, { index, rank: found.rank })
  }
  return new Map([...best].map(([field, { index }]) => [field, index]))
}
