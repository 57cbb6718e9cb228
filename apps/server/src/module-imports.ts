/** Who may open whose door. A room is a folder; its door is its `index.ts`. Every room may use `platform` and the contract; `platform` knows no room. */
export const doors: Record<string, readonly string[]> = {
  // The owners' side
  access: [],
  layout: [],
  labels: ['access'],
  links: ['access', 'labels'], // labels tell links of their changes through a LabelListener
  qr: ['access', 'links'],
  projects: ['access', 'links'],
  organizations: ['access', 'projects'],
  identity: ['access', 'layout', 'organizations'],
  feedback: ['access', 'layout'],
  instance: ['access', 'layout'],
  reference: ['layout'],
  analytics: ['access', 'clicks', 'links', 'projects'],
  // The visitors' side
  clicks: [],
  edge: ['clicks', 'links'],
}
