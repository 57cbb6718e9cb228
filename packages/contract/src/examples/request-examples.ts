/** A request of the API reference. `{urlId}` stands for an id of its sender, of the same name as in a path. */
export interface RequestExample {
  /** What is sent as JSON; a call without one is shown with the fields it requires. */
  body?: object
  /** What is sent as a form instead: a file by its field. */
  form?: Record<string, `@${string}`>
  query?: Record<string, string | number>
}

const destination = 'https://shop.example/lamp?tag=mia-20'
const qrColors = { color: '#0b3d2e', background_transparent: true }

/** By operation id: every call whose request the schema alone does not show well. */
export const requestExamples: Readonly<Record<string, RequestExample>> = {
  'me.update': { body: { theme: 'dark' } },
  'me.setAvatar': { form: { file: '@portrait.jpg' } },
  'me.requestDeletion': { body: { current_password: 'otters like cold water' } },
  'me.changePassword': { body: { current_password: 'otters like cold water', new_password: 'badgers dig at dusk' } },
  'notifications.update': { body: { time_zone: 'Europe/Berlin', preferences: [{ id: 'marketing', enabled: true }] } },
  'organizations.create': { body: { name: 'Second shelf' } },
  'organizations.update': { body: { name: "Mia's shelf" } },
  'members.invite': { body: { email: 'noah@example.com', role: 'member' } },
  'members.changeRole': { body: { role: 'owner' } },
  'invitations.accept': { body: { token: '{token}' } },
  'apiKeys.create': { body: { name: 'Nightly import', scope: 'read', expires_in_days: 90 } },
  'projects.create': { body: { name: 'Kitchen', description: 'Pans, knives and boards', time_zone: 'Europe/Berlin' } },
  'projects.update': { body: { name: 'Home and garden' } },
  'links.create': { body: { target: destination, labels: ['lamps'], slug: 'brass-lamp' } },
  'links.list': { query: { search: 'lamp', limit: 20 } },
  'links.update': { body: { target: destination, title: 'Brass lamp with linen shade' } },
  'links.bulkUpdate': { body: { url_ids: ['{urlId}'], archived: true, add_labels: ['sold out'] } },
  'links.bulkCheck': { body: { url_ids: ['{urlId}'] } },
  'links.bulkDelete': { body: { url_ids: ['{urlId}'] } },
  'linkReports.links': { query: { problem: 'untagged', limit: 20 } },
  'labels.create': { body: { name: 'chairs' } },
  'labels.update': { body: { name: 'seating', active: true } },
  'qrCodes.linkImage': { query: { format: 'png', size: 512 } },
  'qrCodes.updateLink': { body: qrColors },
  'qrCodes.updateProduct': { body: qrColors },
  'qrCodes.updateStore': { body: qrColors },
  'stores.create': { body: { name: 'Lamps by Mia', description: 'Lamps and chairs I own and like', layout: 'grid' } },
  'stores.update': { body: { name: 'Chairs by Mia', main_color: '#0b3d2e' } },
  'stores.createUrl': { body: { url: 'lamps-by-mia' } },
  'auditLogs.list': { query: { limit: 20 } },
  'products.list': { query: { limit: 50 } },
  'products.create': {
    body: {
      name: 'Brass lamp',
      description: 'Solid brass, with a linen shade',
      attributes: { Height: '42 cm', Material: 'Brass' },
      categories: ['{categoryId}'],
      urls: ['{urlId}'],
    },
  },
  'products.update': { body: { name: 'Brass lamp', description: 'Solid brass, with a linen shade', availability: 'unavailable' } },
  'products.fromUrl': { body: { url: 'https://shop.example/lamp' } },
  'products.bulkChange': { body: { product_ids: ['{productId}'], action: 'add_categories', category_ids: ['{categoryId}'] } },
  'products.move': { body: { position: 1 } },
  'products.createUrl': { body: { url: 'lamp-of-the-week' } },
  'productImports.create': { form: { file: '@products.csv' } },
  'productImports.start': { body: { create_categories: true } },
  'earnings.overview': { query: { tz: 'Europe/Berlin' } },
  'earnings.breakdown': { query: { by: 'link', limit: 20 } },
  'earnings.updateRates': { body: { currency: 'EUR', rates: [{ currency: 'USD', rate: 0.92 }] } },
  'postbacks.receive': { query: { transaction_id: 'A-10442', amount: '12.50', currency: 'EUR', status: 'approved' } },
  'postbacks.receivePosted': { body: { transaction_id: 'A-10442', amount: '12.50', currency: 'EUR', status: 'approved' } },
  'earningsImports.create': { form: { file: '@report.csv' } },
  'earningsImports.start': { body: { currency: 'USD' } },
  'categories.create': { body: { name: 'Chairs', color_hex: '#089B71' } },
  'categories.update': { body: { name: 'Seating', color_hex: '#089B71' } },
  'categories.move': { body: { before: null } },
  'uploads.create': { form: { file: '@lamp.jpg' } },
  'uploads.copyFonts': { body: { url: 'https://fonts.example/fonts.css' } },
  'integrations.saveAmazon': { body: { trackingId: 'mia-20', associateId: 'mia-20', defaultMarket: 'com', market_tags: { de: 'mia-21' } } },
  'integrations.saveEbay': { body: { campaignId: '5338123456', publisherId: '5574652453' } },
  'integrations.saveAliexpress': { body: { trackingId: 'mia', appId: '501234', aff_short_key: 'N3VJQBY' } },
  'amazonMigrations.links': { query: { outcome: 'retagged', limit: 20 } },
  'dataImports.create': { body: { file_name: 'linkshelf-export.tar.gz', bytes: 18_240_512 } },
  'dataImports.addPart': { form: { file: '@archive.part' } },
  'feedback.submit': { body: { subject: 'Folders', idea: 'Let me group links into folders.' } },
  'subscriptions.create': { body: { name: "Mia's shelf", package: 'Starter', payment_period: 'yearly' } },
  'subscriptions.change': { body: { planTitle: 'Starter', period: 'monthly' } },
  'analytics.overview': { query: { tz: 'Europe/Berlin' } },
  'analytics.linksClicks': { query: { url_ids: '{urlId}' } },
  'analytics.linksTraffic': { query: { url_ids: '{urlId}' } },
  'analytics.breakdown': { query: { by: 'country', limit: 10 } },
  'analytics.visitors': { query: { limit: 20 } },
  'analytics.export': { query: { of: 'breakdown', by: 'country' } },
}
