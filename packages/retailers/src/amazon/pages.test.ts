import { expect, it } from 'vitest'
import { recognizeUrl } from '../index.ts'

// Each line has the kind, the market, the ASIN and the tag that are read from a URL, and the URL. `-` stands for a
// missing value.
const shapes = `
product com B07FZ8S74R - https://www.amazon.com/dp/B07FZ8S74R
product com B07FZ8S74R - http://amazon.com/dp/B07FZ8S74R/
product com B07FZ8S74R - https://WWW.AMAZON.COM/dp/b07fz8s74r
product com B07FZ8S74R - https://www.amazon.com./dp/B07FZ8S74R
product com B07FZ8S74R mia-20 https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20
product com B07FZ8S74R mia-20 https://www.amazon.com/Echo-Dot/dp/B07FZ8S74R?tag=mia-20&linkCode=ll1&linkId=0123&language=en_US&ref_=as_li_ss_tl
product com B07FZ8S74R mia-20 https://www.amazon.com/gp/product/B07FZ8S74R/ref=as_li_tl?ie=UTF8&camp=1789&creative=9325&creativeASIN=B07FZ8S74R&linkCode=as2&tag=mia-20&linkId=0123
product com B07FZ8S74R mia-20 https://www.amazon.com/exec/obidos/ASIN/B07FZ8S74R/mia-20
product com B07FZ8S74R mia-20 https://www.amazon.com/dp/B07FZ8S74R/ref=nosim/mia-20
product com B07FZ8S74R mia-20 https://www.amazon.com/exec/obidos/ASIN/B07FZ8S74R/ref=nosim/mia-20/103-1234567-1234567
product com B07FZ8S74R mia-20 https://www.amazon.com/dp/B07FZ8S74R?tag=&tag=mia-20
product com B07FZ8S74R first-20 https://www.amazon.com/dp/B07FZ8S74R?tag=first-20&tag=second-20
product com B07FZ8S74R mia-20 https://www.amazon.com/dp/B07FZ8S74R?AssociateTag=mia-20
product com B07FZ8S74R mia-20 https://www.amazon.com/dp/B07FZ8S74R?Tag=mia-20
product com B07FZ8S74R - https://www.amazon.com/dp/B07FZ8S74R?tag=
product com B07FZ8S74R - https://www.amazon.com/dp/B07FZ8S74R#customerReviews
product com B07FZ8S74R - https://www.amazon.com/dp/B07FZ8S74R?th=1&psc=1
product com B07FZ8S74R - https://www.amazon.com/dp/B07FZ8S74R/ref=sr_1_3?crid=2M096C61O4MLT&dib=eyJ2&keywords=lamp&qid=1700000000&sprefix=lamp%2Caps%2C200&sr=8-3
product com B07FZ8S74R - https://www.amazon.com/Desk-Lamp-L%C3%A1mpara/dp/B07FZ8S74R/ref=pd_rd_w_1?pd_rd_w=1&content-id=amzn1.sym.1&pf_rd_p=1&pf_rd_r=2&pd_rd_wg=3
product com B07FZ8S74R - https://www.amazon.com/dp/product/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/gp/product/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/gp/product/Desk-Lamp/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/gp/product/glance/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/gp/product/-/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/gp/aw/d/B07FZ8S74R
product com B07FZ8S74R - https://m.amazon.com/gp/aw/d/B07FZ8S74R/ref=mp_s_a_1_1
product com B07FZ8S74R - https://www.amazon.com/gp/aw/ol/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/gp/offer-listing/B07FZ8S74R/ref=dp_olp_new
product com B07FZ8S74R - https://www.amazon.com/gp/video/detail/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/d/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/Desk-Lamp/product-reviews/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/exec/obidos/tg/detail/-/B07FZ8S74R/102-1
product com B07FZ8S74R - https://www.amazon.com/o/ASIN/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/o/asin/B07FZ8S74R/
product com 0306406152 mia-20 https://www.amazon.com/exec/obidos/ISBN=0306406152/mia-20
product com 0306406152 - https://www.amazon.com/exec/obidos/ISBN%3D0306406152
product com 0306406152 - https://www.amazon.com/Book/dp/0306406152
product com 080442957X - https://www.amazon.com/dp/080442957x
product com B07FZ8S74R - https://www.amazon.com/gp/cart/view.html?asin=B07FZ8S74R
product com B07FZ8S74R - https://smile.amazon.com/dp/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/-/es/Desk-Lamp/dp/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/B0CAFE0123/dp/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/dp/B07FZ8S74R/?_encoding=UTF8&aaxitk=1&hsa_cr_id=2
product ca B07FZ8S74R - https://www.amazon.ca/dp/B07FZ8S74R
product ca B07FZ8S74R mia0f-20 https://www.amazon.ca/dp/B07FZ8S74R?tag=mia0f-20
product com.mx B07FZ8S74R mia-cap-20 https://www.amazon.com.mx/dp/B07FZ8S74R?tag=mia-cap-20
product com.br B07FZ8S74R - https://www.amazon.com.br/L%C3%A2mpada/dp/B07FZ8S74R
product co.uk B07FZ8S74R mia-21 https://www.amazon.co.uk/dp/B07FZ8S74R?tag=mia-21
product co.uk B07FZ8S74R mia-21 https://www.amazon.co.uk/dp/B07FZ8S74R/ref=nosim/mia-21
product de B07FZ8S74R mia07-21 https://www.amazon.de/dp/B07FZ8S74R?tag=mia07-21
product de B07FZ8S74R mia-20 https://www.amazon.de/dp/B07FZ8S74R?tag=mia-20
product de B07FZ8S74R - https://www.amazon.de/-/en/Lampe/dp/B07FZ8S74R
product fr B07FZ8S74R - https://www.amazon.fr/Lampe-d%C3%A9co/dp/B07FZ8S74R
product it B07FZ8S74R - https://www.amazon.it/dp/B07FZ8S74R
product es B07FZ8S74R - https://www.amazon.es/dp/B07FZ8S74R
product nl B07FZ8S74R - https://www.amazon.nl/dp/B07FZ8S74R
product se B07FZ8S74R - https://www.amazon.se/dp/B07FZ8S74R
product pl B07FZ8S74R - https://www.amazon.pl/dp/B07FZ8S74R
product com.be B07FZ8S74R - https://www.amazon.com.be/dp/B07FZ8S74R
product ie B07FZ8S74R - https://www.amazon.ie/dp/B07FZ8S74R
product com.tr B07FZ8S74R - https://www.amazon.com.tr/dp/B07FZ8S74R
product ae B07FZ8S74R - https://www.amazon.ae/dp/B07FZ8S74R
product sa B07FZ8S74R - https://www.amazon.sa/dp/B07FZ8S74R
product eg B07FZ8S74R - https://www.amazon.eg/dp/B07FZ8S74R
product co.za B07FZ8S74R - https://www.amazon.co.za/dp/B07FZ8S74R
product in B07FZ8S74R mia-21 https://www.amazon.in/dp/B07FZ8S74R?tag=mia-21
product co.jp B07FZ8S74R mia-22 https://www.amazon.co.jp/dp/B07FZ8S74R?tag=mia-22
product co.jp B07FZ8S74R - https://www.amazon.co.jp/%E3%83%A9%E3%83%B3%E3%83%97/dp/B07FZ8S74R/ref=sr_1_1
product sg B07FZ8S74R - https://www.amazon.sg/dp/B07FZ8S74R
product com.au B07FZ8S74R mia-22 https://www.amazon.com.au/dp/B07FZ8S74R?tag=mia-22
product cn B07FZ8S74R - https://www.amazon.cn/dp/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/d/Lamps/Brass-Desk-Lamp/B07FZ8S74R
product com B07FZ8S74R - https://www.amazon.com/What%3FLamp%3D1/dp/B07FZ8S74R
product com 0306406152 - https://www.amazon.com/gp/reader/0306406152/ref=sib_dp_pt
product com - - https://www.amazon.com/gp/video/detail/amzn1.dv.gti.0a1b2c3d-0000-4000-8000-000000000001
cart com - mia-20 https://www.amazon.com/gp/aws/cart/add.html?AssociateTag=mia-20&ASIN.1=B07FZ8S74R&Quantity.1=1
cart de - - https://www.amazon.de/gp/aws/cart/add.html?ASIN.1=B07FZ8S74R
cart com - mia-20 https://www.amazon.com/gp/aw/cart/add.html?a=B07FZ8S74R&tag=mia-20
search com - mia-20 https://www.amazon.com/s?k=desk+lamp&tag=mia-20
search com - - https://www.amazon.com/gp/aw/s?k=desk+lamp
search com - - https://www.amazon.com/gp/aw/s.html/ref=is_box_?k=desk+lamp
search de - - https://www.amazon.de/-/en/s?k=desk+lamp
search de - - https://www.amazon.de/-/en/gp/bestsellers/lighting
search com - - https://www.amazon.com/s/ref=nb_sb_noss?url=search-alias%3Daps&field-keywords=lamp
search com - - https://www.amazon.com/gp/search?index=books&keywords=lamp
search de - - https://www.amazon.de/s?k=B07FZ8S74R
search de - - https://www.amazon.de/b?node=3167641
search com - - https://www.amazon.com/Lighting/b/ref=dp_bc_1?node=322525011
search de - - https://www.amazon.de/deals?ref_=nav_cs_gb
search com - - https://www.amazon.com/gp/goldbox
search com - mia-20 https://www.amazon.com/events/springdeals?tag=mia-20
search com - - https://www.amazon.com/gp/bestsellers/lighting/ref=zg_bs_nav_1
search co.uk - - https://www.amazon.co.uk/Best-Sellers-Lighting/zgbs/lighting
store com - mia-20 https://www.amazon.com/shop/mia?tag=mia-20
store com - - https://www.amazon.com/shop/mia/list/3TWW3DS8CC1X
store com - - https://www.amazon.com/stores/Lamps/page/ABCDEFGHIJ
store com - - https://www.amazon.com/stores/page/B07FZ8S74R
store de - - https://www.amazon.de/Leuchten/stores/node/1
store com - - https://www.amazon.com/author/mia
store com - - https://www.amazon.com/stores/Mia-Lamb/author/B00CAFE123
store com - mia-20 https://www.amazon.com/Mia-Lamb/e/B00CAFE123/ref=ntt_athr?tag=mia-20
store com - - https://www.amazon.com/sp?seller=A1B2C3D4E5
home com - - https://www.amazon.com
home com - mia-20 https://www.amazon.com/?tag=mia-20
home de - - https://www.amazon.de/ref=nav_logo
home de - - https://www.amazon.de/-/en/
other com - - https://www.amazon.com/hz/wishlist/ls/3TWW3DS8CC1X
other com - - https://www.amazon.com/dp/B07FZ8S74RX
other com - - https://www.amazon.com/ABCDEFGHIJ
other com - - https://www.amazon.com/gp/help/customer/display.html?nodeId=1
other com - - https://aws.amazon.com/s3/
other com - - https://music.amazon.com/albums/B07FZ8S74R
other com - - https://affiliate-program.amazon.com/help
redirector com - - https://www.amazon.com/gp/redirect.html
redirector com - mia-20 https://www.amazon.com/exec/obidos/redirect?tag=mia-20
redirector com - mia-20 https://www.amazon.com/gp/redirect.html?ie=UTF8&location=https%3A%2F%2Fwww.amazon.com%2Fdp%2FB07FZ8S74R&tag=mia-20
redirector com - mia-20 https://www.amazon.com/gp/redirect.html/ref=x?location=/dp/B07FZ8S74R&tag=mia-20
redirector com - - https://www.amazon.com/exec/obidos/redirect?path=ASIN/B07FZ8S74R
redirector com - - https://www.amazon.com/o/redirect?url=https://www.amazon.com/dp/B07FZ8S74R
redirector com - mia-20 http://www.amazon.com/exec/obidos/redirect?tag=mia-20%26link_code=xm2%26path=http://www.amazon.com/o/ASIN/B07FZ8S74R
redirector com - - http://www.amazon.com/Desk-Lamp/dp/B07FZ8S74R%3FSubscriptionId%3DS1%26tag%3Dmia-20
redirector com - - http://www.amazon.com/dp/B07FZ8S74R%253Ftag%253Dmia-20
redirector co.jp - mia-22 http://amazon.jp/dp/B07FZ8S74R?tag=mia-22
redirector co.jp - - https://www.amazon.jp/o/ASIN/B07FZ8S74R/mia-22
short - - - https://amzn.to/3AbCdEf
short - - - https://www.amzn.to/3AbCdEf
short - - - http://amzn.eu/d/0AbCdEf
short - - - https://amzn.asia/d/0AbCdEf
short - - - https://amzn.in/d/0AbCdEf
short - - - https://amzn.com/B07FZ8S74R
short - - - https://a.co/d/0AbCdEf
short - - - https://amzlink.to/az0AbCdEf
`

it.each(shapes.trim().split('\n'))('recognizes %s', (shape) => {
  const [kind, market, productId, tag, url = ''] = shape.split(' ')

  const found = recognizeUrl(url)

  expect(found?.retailer).toBe('amazon')
  expect([found?.kind, found?.market ?? '-', found?.productId ?? '-', found?.tag ?? '-']).toEqual([kind, market, productId, tag])
})

it.each([
  ['https://www.amazon.com/gp/redirect.html?location=/dp/B07FZ8S74R', 'https://www.amazon.com/dp/B07FZ8S74R'],
  ['https://www.amazon.com/o/redirect?url=https://www.amazon.de/dp/B07FZ8S74R', 'https://www.amazon.de/dp/B07FZ8S74R'],
  ['https://www.amazon.com/gp/redirect.html?location=javascript:alert(1)', undefined],
  ['https://www.amazon.com/exec/obidos/redirect?tag=mia-20', undefined],
  [
    'https://www.amazon.com/exec/obidos/redirect?tag=mia-20%26camp=1%26path=http://www.amazon.com/gp/redirect.html%253Flocation=/o/ASIN/B07FZ8S74R',
    'http://www.amazon.com/gp/redirect.html?location=/o/ASIN/B07FZ8S74R',
  ],
  [
    'http://www.amazon.com/dp/B07FZ8S74R%3FSubscriptionId%3DS%252F1%26tag%3Dmia-20?psc=1',
    'http://www.amazon.com/dp/B07FZ8S74R?SubscriptionId=S%252F1&tag=mia-20&psc=1',
  ],
  ['http://www.amazon.com/dp/B07FZ8S74R%25253Ftag%25253Dmia-20', 'http://www.amazon.com/dp/B07FZ8S74R?tag=mia-20'],
  ['http://amazon.jp/dp/B07FZ8S74R?th=1', 'https://www.amazon.co.jp/dp/B07FZ8S74R?th=1'],
  ['https://amzn.com/B07FZ8S74R', 'https://www.amazon.com/dp/B07FZ8S74R'],
  ['https://www.amzn.com/gp/product/B07FZ8S74R?tag=mia-20', 'https://www.amazon.com/gp/product/B07FZ8S74R?tag=mia-20'],
  ['https://amzn.com/b/1', undefined],
  ['https://amzn.to/B07FZ8S74R', undefined],
])('finds where %s leads', (url, destination) => {
  expect(recognizeUrl(url)?.destination).toBe(destination)
})
