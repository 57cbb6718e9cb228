export const ids = {
  organization: '019a2f6e-4c10-7a31-9d52-0b6f3e8c1a01',
  project: '019a2f6e-4c10-7a31-9d52-0b6f3e8c1a02',
  domain: '019a2f70-7e3d-7d26-9a41-c05b8f1e6218',
  link: '019a2f71-08d4-7c02-8b6e-5f2a9c417d03',
  alias: '019a2f71-2b90-7d31-8e05-94c7a1f06d20',
  label: '019a2f71-51be-7f40-a1c3-2d94e06b8f04',
  template: '019a2f72-3d0e-7b96-8c41-7e5b90d2f416',
  view: '019a2f73-6b12-7c84-9f20-5d1e08a7c317',
  store: '019a2f74-9a3c-7b15-b2f8-71c05ad39e05',
  product: '019a2f75-1e62-7d83-8f04-c6b21d97a406',
  category: '019a2f74-e5d0-7a9c-94e1-380fb2c56d07',
  user: '019a2f6e-4b01-7e25-a670-94d8c13f5b08',
  session: '019a2f80-6c77-7318-8d2b-e05f1a94c309',
  invitation: '019a2f82-3f15-7c6d-b9a0-16d7e48f2c10',
  import: '019a2f86-d2a9-7054-9e3c-8b71f0c5da11',
  key: '019a2f6f-77c2-7ab1-8c45-d30e92b6f112',
  linkImport: '019a2f88-41d7-7b2e-a93c-5c06e7f1d814',
  export: '019a2f90-1b6e-7c53-a8d4-9f02c7e1b413',
  earningsImport: '019a2f95-7d20-7e4b-92c6-a3f80d15e715',
  channel: '019a2f97-2c4d-7f18-a5b3-6e90d1c8f216',
  dataImport: '019a2f91-64c8-7e0a-b3f5-2d8e40a9c614',
} as const

/** The origin of links and store pages in the samples. */
export const publicOrigin = 'https://go.example.com'
