import './scripts/find-all-imports.mjs'

/**
 * Lists which module of the server may import which, each through its `index.ts`. Every module may also import
 * `platform` and the contract; `platform` imports no module. Files in `src` itself, `api`, `databases`, `processes`
 * and `demo` compose modules, and no module imports them. The part of a module that edges load has an index of its own,
 * `visitors.ts`; the part that every start loads has `migrate.ts`.
 */
const allowedModules = {
  // The owners' side
  access: [],
  layout: [],
  'api-keys': ['access'],
  'picture-queue': [],
  storage: ['access'],
  uploads: ['access', 'picture-queue', 'storage'],
  labels: ['access'],
  'file-imports': ['access', 'storage'],
  'saved-views': ['access'],
  integrations: ['access'],
  domains: ['access'],
  links: ['access', 'domains', 'integrations', 'file-imports', 'labels', 'saved-views'], // labels publish their changes through a LabelListener
  'link-report': ['access', 'integrations', 'links'],
  'amazon-migrations': ['access', 'integrations', 'links'],
  'youtube-channels': ['access', 'domains', 'identity', 'links', 'organizations'],
  stores: ['access', 'domains', 'links'],
  categories: ['access', 'stores'],
  products: ['access', 'domains', 'file-imports', 'links', 'stores', 'categories', 'projects'],
  'qr-codes': ['access', 'links', 'stores', 'products', 'storage', 'uploads'],
  'social-pictures': ['access', 'categories', 'picture-queue', 'products', 'stores', 'uploads'],
  'public-stores': ['access', 'links', 'stores', 'products', 'categories'],
  projects: ['access', 'domains', 'links'],
  organizations: ['access', 'domains', 'links', 'projects'],
  subscriptions: ['access', 'api-keys', 'links', 'organizations'],
  identity: ['access', 'clicks', 'layout', 'organizations', 'uploads'], // countries and devices of sessions are found as those of clicks
  'data-transfer': [
    ...['access', 'analytics', 'categories', 'clicks', 'domains', 'earnings', 'links'],
    ...['organizations', 'products', 'qr-codes', 'storage', 'stores', 'uploads'],
  ],
  feedback: ['access'],
  notifications: ['access', 'analytics', 'earnings', 'identity', 'layout', 'links', 'organizations', 'projects', 'saved-views'],
  'audit-logs': ['access', 'links', 'products', 'projects'],
  instance: ['access', 'analytics', 'layout'],
  'api-reference': ['layout'],
  analytics: ['access', 'clicks', 'links', 'products', 'projects', 'saved-views'],
  earnings: ['access', 'analytics', 'file-imports', 'links', 'products', 'projects'],
  // The visitors' side
  storefront: ['domains', 'integrations', 'links'],
  clicks: [],
  backups: ['analytics', 'clicks', 'links'],
  edge: ['clicks', 'domains', 'links', 'storefront', 'uploads'],
}

/** Features of the dashboard, in order: a feature may import the features before it. A screen composes features. */
const features = [
  'uploads',
  'deletions',
  'organizations',
  'domains',
  'projects',
  'identity',
  'labels',
  'saved-views',
  'file-imports',
  'qr-codes',
  'integrations',
  'links',
  'link-report',
  'amazon-migrations',
  'youtube-channels',
  'analytics',
  'earnings',
  'stores',
  'categories',
  'products',
  'subscriptions',
  'api-keys',
  'audit-logs',
  'notifications',
  'data-transfer',
  'instance',
]

const server = '^apps/server/src/'
const web = '^apps/web/src/'
const modules = Object.keys(allowedModules)
const insideModule = `${server}(${modules.join('|')})/`
const indexes = '(index|visitors|migrate)[.]ts$'

const serverRules = [
  {
    name: 'server-imports-only-packages',
    comment: 'The server imports its own sources and the packages.',
    from: { path: server },
    to: {
      path: '^(apps|packages|e2e|bench|faults|harness|scripts)/',
      pathNot: [
        server,
        '^packages/[^/]+/src/index[.]ts$',
        '^packages/contract/src/basics[.]ts$',
        '^packages/retailers/src/(reports|page-errors)[.]ts$',
      ],
    },
  },
  {
    name: 'platform-knows-no-module',
    comment: 'platform has no product words: it imports only itself.',
    from: { path: `${server}platform/` },
    to: { path: server, pathNot: `${server}platform/` },
  },
  {
    name: 'modules-know-no-composition',
    comment: 'A module does not import the files that compose modules.',
    from: { path: `${server}[^/]+/`, pathNot: `${server}(api|databases|processes|demo|platform)/` },
    to: { path: `${server}([^/]+$|(api|databases|processes|demo)/)` },
  },
  {
    name: 'only-through-index',
    comment: 'Another module is imported through its index.ts.',
    from: { path: `${server}([^/]+)/` },
    to: { path: insideModule, pathNot: [`${server}$1/`, `${server}[^/]+/${indexes}`] },
  },
  {
    name: 'composed-through-index',
    comment: 'Files in src import modules through their index.ts.',
    from: { path: `${server}[^/]+$` },
    to: { path: insideModule, pathNot: `${server}[^/]+/${indexes}` },
  },
  {
    name: 'edges-load-their-part',
    comment: 'What edges run imports other modules through their visitors.ts.',
    from: { path: [`${server}(edge|storefront)/`, `${server}processes/edge-process[.]ts$`] },
    to: { path: `${server}[^/]+/index[.]ts$`, pathNot: `${server}(edge|storefront)/` },
  },
  {
    name: 'transactions-through-access',
    comment:
      'Modules read and write through `read` and `mutate` of access, which set the scope and write the audit entry. Only the uses of API keys are counted before there is a context.',
    from: { path: server, pathNot: [`${server}access/`, `${server}api-keys/(verify-api-keys|request-quota)[.]ts$`, '[.]test[.]ts$'] },
    to: { path: `${server}platform/postgres/with-scope[.]ts$` },
  },
  {
    name: 'module-is-listed',
    comment: 'A new module is listed in allowedModules.',
    from: {},
    to: { path: `${server}[^/]+/`, pathNot: `${server}(${[...modules, 'platform', 'api', 'databases', 'processes', 'demo'].join('|')})/` },
  },
  ...modules.map((name) => ({
    name: `${name}-imports-only-allowed-modules`,
    comment: `${name} may import: ${allowedModules[name].join(', ') || 'no other module'}.`,
    from: { path: `${server}${name}/` },
    to: { path: `${server}(${modules.filter((other) => other !== name && !allowedModules[name].includes(other)).join('|')})/` },
  })),
]

const webRules = [
  {
    name: 'feature-is-listed',
    comment: 'A new feature is listed in features.',
    from: {},
    to: { path: `${web}features/[^/]+/`, pathNot: `${web}features/(${features.join('|')})/` },
  },
  ...features.slice(0, -1).map((name, index) => ({
    name: `${name}-imports-only-features-before-it`,
    comment: `${name} may import: ${features.slice(0, index).join(', ') || 'no other feature'}.`,
    from: { path: `${web}features/${name}/` },
    to: { path: `${web}features/(${features.slice(index + 1).join('|')})/` },
  })),
  {
    name: 'ui-has-no-product-words',
    comment: 'ui imports only itself.',
    from: { path: `${web}ui/` },
    to: { path: '^(apps|packages)/', pathNot: `${web}ui/` },
  },
  {
    name: 'features-below-screens',
    comment: 'ui ◄── features ◄── screens ◄── routes',
    from: { path: `${web}features/` },
    to: { path: `${web}(screens/|(routes|app|main)[.])` },
  },
  {
    name: 'screens-below-routes',
    comment: 'ui ◄── features ◄── screens ◄── routes',
    from: { path: `${web}screens/` },
    to: { path: `${web}(routes|app|main)[.]` },
  },
  {
    name: 'web-imports-only-packages',
    comment: 'The dashboard imports its own sources and the packages; it sends and reads calls as the client does.',
    from: { path: web },
    to: {
      path: '^(apps|packages|e2e|bench|faults|harness|scripts)/',
      pathNot: [web, '^packages/[^/]+/src/index[.]ts$', '^packages/client/src/(call|to-request|read-response)[.]ts$'],
    },
  },
]

const packageRules = [
  {
    name: 'packages-run-in-browsers',
    comment: 'A package uses nothing of Node.',
    from: { path: '^packages/[^/]+/src/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'packages-stay-inside',
    comment: 'A package imports itself, the contract and the retailers, which import only themselves.',
    from: { path: '^packages/([^/]+)/src/' },
    to: {
      path: '^(apps|packages|e2e|bench|faults|harness|scripts)/',
      pathNot: ['^packages/$1/src/', '^packages/(contract|retailers)/src/index[.]ts$'],
    },
  },
  {
    name: 'contract-is-plain',
    comment: 'The contract uses no framework and no database.',
    from: { path: '^packages/contract/src/' },
    to: { path: 'node_modules/(@types/)?(react|hono|pg|kysely)' },
  },
  {
    name: 'retailers-import-nothing',
    comment: 'The retailers are of use without the rest.',
    from: { path: '^packages/retailers/src/', pathNot: '[.]test[.]ts$' },
    to: { pathNot: '^packages/retailers/src/' },
  },
  {
    name: 'contract-is-lowest',
    comment: 'The contract imports itself and the retailers.',
    from: { path: '^packages/contract/src/' },
    to: { path: '^(apps|packages)/', pathNot: ['^packages/contract/src/', '^packages/retailers/src/index[.]ts$'] },
  },
]

const everywhere = [
  { name: 'no-cycles', comment: 'Type-only imports count.', from: {}, to: { circular: true } },
  {
    name: 'resolvable',
    comment: 'An import that leads nowhere can not be checked.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
]

export default {
  forbidden: [...everywhere, ...serverRules, ...webRules, ...packageRules].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['[.]test[.]tsx?$', '/dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'types', 'node', 'default'],
    },
  },
}
