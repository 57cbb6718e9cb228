import type { RetailerReports } from '../report-format.ts'
import type { ebay } from './index.ts'

/**
 * The formats of eBay's earnings files. Only English headings are recognized. The files contain the sub-id of a link.
 */
export const ebayReports: RetailerReports<(typeof ebay.reports)[number]> = {
  formats: [
    {
      report: 'ebay_transactions',
      kind: 'sale',
      subject: 'transaction_id',
      isOfShipments: false,
      orderIds: null,
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
    },
  ],
  statusWords: {},
}
