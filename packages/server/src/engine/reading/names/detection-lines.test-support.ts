import type { DetectionCase } from './detection-cases.test-support.ts'

/** More sentences written for this test, a line per book: its names, then texts with `⟦…⟧` around each mention. */
const LINES = String.raw`
Nike; Under Armour :: Nike, goddess of victory, stands in the Louvre. :: ⟦Nike⟧ outsells ⟦Under Armour⟧. :: Wear armour under your coat.
Crest; Colgate :: The crest of the hill is steep. :: ⟦Crest⟧ and ⟦Colgate⟧ both whiten teeth. :: Ask your dentist about ⟦Crest⟧. :: The family crest shows a lion.
Bounty; Mars :: Mars is the fourth planet. :: ⟦Mars⟧ makes the bar; ⟦Bounty⟧ is coconut. :: A bounty of $500 was paid. :: NASA sent a rover to Mars.
Galaxy; Twix :: The galaxy holds a billion stars. :: I prefer ⟦Galaxy⟧ to ⟦Twix⟧. :: The Andromeda Galaxy is close.
Sprint; Verizon :: We finished the sprint on Friday. :: ⟦Sprint⟧ merged with T-Mobile. :: ⟦Sprint⟧ and ⟦Verizon⟧ cover it. :: Sprint planning takes an hour.
Boost; Metro :: Boost your speed with caching. :: Take the metro to the centre. :: ⟦Boost⟧ is cheaper than ⟦Metro⟧. :: The Paris Metro is old.
Chase; Citi :: Chase your dreams. :: Kids chase pigeons. :: ⟦Chase⟧ pays 60,000 points and ⟦Citi⟧ 50,000. :: Open an account at ⟦Chase⟧.
Discover; Amex=American Express :: Discover new recipes here. :: ⟦Discover⟧ and ⟦American Express⟧ charge more. :: Pay with ⟦Amex⟧.
Ally; Marcus :: She is a close ally of the senator. :: Marcus Aurelius wrote in Greek. :: Rates at ⟦Ally⟧ and ⟦Marcus⟧ rose.
Progressive; Geico :: Progressive lenses take time. :: A progressive party won. :: ⟦Progressive⟧ and ⟦Geico⟧ quote online. :: ⟦Progressive⟧ offers a discount.
Lemonade; State Farm :: A glass of lemonade, please. :: ⟦Lemonade⟧ and ⟦State Farm⟧ insure renters. :: When life gives you lemons, make lemonade. :: The state farm bureau met.
Root; Allstate :: The root of the problem is cost. :: ⟦Root⟧ tracks driving; ⟦Allstate⟧ does too. :: Log in as root.
Toast; Clover :: Butter the toast. :: Restaurants use ⟦Toast⟧ or ⟦Clover⟧. :: I propose a toast! :: ⟦Toast⟧ integrates with QuickBooks.
Gusto; Rippling :: He ate with gusto. :: ⟦Gusto⟧ and ⟦Rippling⟧ run payroll. :: A rippling stream.
Intercom; Zendesk :: Press the intercom. :: ⟦Intercom⟧ is dearer than ⟦Zendesk⟧.
Front; Help Scout :: Stand in front of it. :: The front door is open. :: ⟦Front⟧ and ⟦Help Scout⟧ share inboxes. :: Front matter goes first.
Segment; Mixpanel :: Segment your list by age. :: Each segment differs. :: Send events to ⟦Segment⟧ and ⟦Mixpanel⟧.
Buffer; Hootsuite :: The buffer is full. :: Schedule with ⟦Buffer⟧ or ⟦Hootsuite⟧. :: Buffer overflow bugs are common.
Later; Sprout Social=Sprout :: See you later. :: ⟦Later⟧ and ⟦Sprout Social⟧ plan posts. :: Later versions fix it. :: A sprout emerged.
Drift; Qualified :: Snow drift blocked the road. :: ⟦Drift⟧ pioneered chat; a qualified expert followed. :: Only qualified staff may enter.
Shell=Royal Dutch Shell; TotalEnergies=Total :: The total was $30. :: ⟦Shell⟧ and ⟦Total⟧ drill offshore. :: She collects shells. :: ⟦Royal Dutch Shell⟧ moved to London.
Polo; Golf :: He plays golf and polo.
Focus; Fiesta :: Focus on the basics. :: They held a fiesta.
Mercedes=Mercedes-Benz; Audi :: Mercedes Sosa sang folk songs. :: ⟦Mercedes⟧ and ⟦Audi⟧ rose. :: A ⟦Mercedes-Benz⟧ is solid.
Chanel; Dior :: Coco Chanel was born in Saumur. :: ⟦Chanel⟧ No. 5 outsells ⟦Dior⟧. :: Christian Dior died in 1957.
Hershey; Cadbury :: Milton Hershey built a town. :: ⟦Hershey⟧ bars and ⟦Cadbury⟧ eggs.
Kellogg; Post :: John Harvey Kellogg ran a sanitarium. :: The post arrived late. :: I read your blog post. :: ⟦Kellogg⟧ and ⟦Post⟧ make flakes.
Philadelphia; Kraft :: We drove to Philadelphia. :: Spread ⟦Philadelphia⟧ on a bagel, or ⟦Kraft⟧ slices. :: Philadelphia, Pennsylvania, is old.
Evian; Perrier :: ⟦Evian⟧ and ⟦Perrier⟧ are French.
Boston Dynamics; Spot :: Spot the difference. :: ⟦Boston Dynamics⟧ sells robots. :: The dog spotted it.
Zurich; Allianz :: We live in Zurich. :: ⟦Zurich⟧ and ⟦Allianz⟧ insure firms. :: Zurich, Switzerland, is pricey.
Santander; BBVA :: Santander is a city in Spain. :: Bank with ⟦Santander⟧ or ⟦BBVA⟧.
Phoenix; Elixir :: Phoenix, Arizona, is hot. :: The phoenix rose from its ashes. :: ⟦Phoenix⟧ runs on ⟦Elixir⟧. :: He drank the elixir.
Go; Rust; Swift :: Go home now. :: Rust never sleeps. :: ⟦Rust⟧, ⟦Go⟧ and ⟦Swift⟧ are compiled. :: A swift reply. :: Taylor Swift sings. :: Written in ⟦Go⟧ or ⟦Rust⟧.
Ruby; Rails :: A ruby necklace. :: Ruby Lopez lives here. :: The train left the rails.
Docker; Kubernetes=K8s :: A docker loads ships. :: ⟦Docker⟧ and ⟦K8s⟧ go together.
Windows=Microsoft Windows; macOS :: Open the windows. :: ⟦Windows⟧ or ⟦macOS⟧? :: Clean windows let light in. :: It runs on ⟦Windows⟧ 11.
Teams; Zoom :: Both teams played well. :: Meet on ⟦Teams⟧ or ⟦Zoom⟧. :: Zoom out first. :: Teams of five work best.
Bing; DuckDuckGo :: Bing Crosby sang it. :: ⟦Bing⟧ and ⟦DuckDuckGo⟧ share an index. :: Cherries (sweet kind) are sweet.
Gemini; Copilot :: Gemini is an air sign. :: My copilot slept. :: ⟦Gemini⟧ and ⟦Copilot⟧ draft mails. :: Geminis are curious.
Llama; Mistral :: A llama spits. :: The mistral blows cold. :: ⟦Llama⟧ and ⟦Mistral⟧ are open.
Alexa; Siri :: Alexa Chung hosts a show. :: Ask ⟦Alexa⟧ or ⟦Siri⟧.
Echo; Nest :: There was an echo in the hall. :: Birds nest here. :: The ⟦Nest⟧ thermostat and the ⟦Echo⟧ speaker.
Kindle; Kobo :: Kindle a fire. :: Read on ⟦Kindle⟧ or ⟦Kobo⟧.
Fire; Roku :: The fire spread. :: FIRE SAFETY RULES :: ⟦Roku⟧ sticks beat ⟦Fire⟧ sticks.
Blackberry; Nokia :: Blackberry jam is sweet. :: ⟦BlackBerry⟧ lost to ⟦Nokia⟧. :: Pick a blackberry.
Telegram; Signal; WhatsApp :: Send a telegram. :: ⟦Signal⟧, ⟦Telegram⟧ and ⟦WhatsApp⟧ encrypt. :: The signal is weak. :: Turn signal on.
Tinder; Bumble; Hinge :: Dry tinder burns. :: A door hinge squeaks. :: ⟦Tinder⟧, ⟦Bumble⟧ and ⟦Hinge⟧ are apps. :: Swipe on ⟦Tinder⟧.
Calm; Headspace :: Stay calm. :: ⟦Calm⟧ and ⟦Headspace⟧ teach breathing. :: Calm seas ahead. :: The ⟦Calm⟧ app is soothing.
Nintendo=Switch; Sega :: Switch off the light. :: Flip the switch. :: ⟦Switch⟧ games from ⟦Nintendo⟧; ⟦Sega⟧ too.
Levi Strauss=Levi’s; Wrangler :: Claude Lévi-Strauss studied myths. :: ⟦Levi's⟧ 501 and ⟦Wrangler⟧ jeans. :: A cattle wrangler.
Guess; Diesel :: Guess what happened. :: Diesel is dear. :: ⟦Guess⟧ and ⟦Diesel⟧ make jeans. :: I guess so.
Caterpillar=CAT; Komatsu :: The cat sat on a caterpillar. :: ⟦Caterpillar⟧ and ⟦Komatsu⟧ dig. :: A ⟦CAT⟧ excavator.
John Deere=Deere; Case :: In this case, wait. :: ⟦John Deere⟧ and ⟦Case⟧ make tractors. :: Just in case.
Wolt; Bolt :: A bolt of lightning. :: Tighten the bolt. :: ⟦Bolt⟧ and ⟦Wolt⟧ deliver. :: Usain Bolt ran.
大众=Volkswagen; 长城=Great Wall :: 大众普遍认为这样更好。 :: 他们去爬长城。 :: ⟦大众⟧汽车和⟦长城⟧汽车都在涨价。
Лента; Магнит; Мир :: Мир во всём мире. :: Клейкая лента рвётся. :: В «⟦Ленте⟧» и «⟦Магните⟧» скидки.
Lidl; Penny :: A penny saved is a penny earned. :: Bei ⟦Penny⟧ und ⟦Lidl⟧ ist Milch billig. :: Penny Smith called.
Bild; Welt :: Das Bild hängt an der Wand. :: Die ganze Welt schaut zu.
Casino; Leclerc :: Il joue au casino. :: Chez ⟦Leclerc⟧ ou ⟦Casino⟧, les prix baissent.
Mango; Zara :: Come un mango maduro. :: Compra en ⟦Mango⟧ o ⟦Zara⟧.
Škoda; Volvo :: ⟦Skoda⟧ and ⟦Volvo⟧; ⟦ŠKODA⟧ too.
Ikea; Habitat :: The habitat of the owl. :: ⟦IKEA⟧ or ⟦Habitat⟧ for sofas.
Alphabet; Meta :: The alphabet has 26 letters. :: ⟦Alphabet⟧ and ⟦Meta⟧ reported. :: Meta tags matter.
Salesforce; HubSpot :: Our sales force grew. :: ⟦SalesForce⟧ or ⟦Hubspot⟧?
Sage; Xero :: Sage advice. :: Add sage and thyme. :: ⟦Xero⟧ beats ⟦Sage⟧.
Blender; Maya :: Use a blender. :: Maya Angelou wrote it. :: The Maya built pyramids. :: ⟦Blender⟧ and ⟦Maya⟧ render.
Unity; Unreal Engine=Unreal :: Unity is strength. :: The view was unreal. :: ⟦Unity⟧ or ⟦Unreal Engine⟧? :: Games built with ⟦Unity⟧.
Starbucks; Costa :: ⟦Starbucks⟧ is pricier than ⟦Costa⟧. :: ⟦STARBUCKS⟧ MENU
Subway; McDonald's :: Take the subway to 42nd Street. :: The subway is faster than a cab. :: Lunch at ⟦Subway⟧ or ⟦McDonald’s⟧. :: The New York City Subway runs all night.
Burger King; KFC :: ⟦KFC⟧ and ⟦Burger King⟧ opened. :: Stephen King writes horror.
Polaroid; Canon :: It is canon in the series. :: ⟦Canon⟧ and ⟦Polaroid⟧ still sell film. :: Pachelbel's Canon is in D. :: A loose cannon.
Nokia; Sharp :: A sharp knife cuts. :: ⟦Sharp⟧ makes panels; ⟦Nokia⟧ makes antennas. :: At 9 sharp.
Dyson; Shark :: A shark bit the surfer. :: Freeman Dyson was a physicist. :: ⟦Shark⟧ is cheaper than ⟦Dyson⟧. :: Sharks swim.
Rolex; Omega :: Omega is the last Greek letter. :: Omega-3 fats help. :: An ⟦Omega⟧ or a ⟦Rolex⟧ keeps value.
Casio; Citizen; Fossil :: Every citizen votes. :: A fossil was found. :: ⟦Casio⟧, ⟦Citizen⟧ and ⟦Fossil⟧ make watches. :: fossil fuels
Tata; Mahindra :: Ratan Tata died in 2024. :: ⟦Tata⟧ and ⟦Mahindra⟧ build SUVs.
Virgin Galactic; Blue Origin :: ⟦Blue Origin⟧ and ⟦Virgin Galactic⟧ sell seats. :: The blue origin of the dye.
Vans; Converse :: Two vans blocked the road. :: They converse in French. :: ⟦Vans⟧ and ⟦Converse⟧ are canvas shoes.
North Face=The North Face; Columbia :: The north face of the Eiger is steep. :: ⟦The North Face⟧ parkas; ⟦Columbia⟧ fleeces.
Staples; Office Depot :: Rice and beans are staples. :: Buy paper at ⟦Staples⟧ or ⟦Office Depot⟧. :: Staples of the diet.
Macy's; Nordstrom :: Macy ate lunch. :: ⟦Macy's⟧ and ⟦Nordstrom⟧ discount.
Express; J.Crew=J. Crew :: Express delivery costs extra. :: Take the express train. :: Suits from ⟦Express⟧ or ⟦J.Crew⟧.
Sprite; Fanta :: A water sprite danced. :: ⟦Sprite⟧ or ⟦Fanta⟧?
Monster; Red Bull :: A monster under the bed. :: ⟦Monster⟧ has more sugar than ⟦Red Bull⟧. :: The red bull charged.
Kraft; Heinz :: Die Kraft des Wassers ist groß. :: ⟦Kraft⟧ merged with ⟦Heinz⟧. :: Heinz Müller wohnt in Köln.
Bosch; Siemens :: Hieronymus Bosch painted hell. :: ⟦Bosch⟧ und ⟦Siemens⟧ bauen Spülmaschinen. :: Werner von Siemens was an engineer.
Braun; Philips :: Eva Braun died in Berlin. :: ⟦Braun⟧ and ⟦Philips⟧ shavers. :: Das Sofa ist braun.
Lego; Duplo :: ⟦LEGO⟧ is dear. ⟦Lego⟧'s bricks last; ⟦Duplo⟧ is bigger.
Reddit; Quora :: ⟦reddit⟧ threads and ⟦Quora⟧ answers.
Pinterest; Tumblr :: Pin it on ⟦Pinterest⟧.
Snap=Snapchat; Meta :: It broke with a snap. :: Snap your fingers. :: ⟦Snap⟧ and ⟦Meta⟧ sell glasses. :: ⟦Snapchat⟧ filters.
Block=Cash App; PayPal :: A block of ice. :: ⟦Block⟧ owns the app; ⟦PayPal⟧ does not. :: The code block fails.
Box; Dropbox :: Put it in the box. :: Check the box. :: ⟦Box⟧ and ⟦Dropbox⟧ store files. :: Box plots show quartiles.
Oscar; Cigna :: The film won an Oscar. :: Oscar Wilde wrote plays. :: ⟦Oscar⟧ and ⟦Cigna⟧ sell plans.
Casper; Purple :: Casper the friendly ghost. :: The walls are purple. :: ⟦Casper⟧ and ⟦Purple⟧ ship in a box.
Harry's; Gillette :: Harry's brother left. :: ⟦Harry's⟧ undercuts ⟦Gillette⟧.
Peloton; Echelon :: The peloton caught him. :: ⟦Peloton⟧ and ⟦Echelon⟧ stream classes.
Warby Parker; Zenni :: ⟦Warby Parker⟧ is dearer than ⟦Zenni⟧. :: Peter Parker is a hero.
Compass; Redfin :: The compass points north. :: ⟦Compass⟧ and ⟦Redfin⟧ list homes.
Opendoor; Zillow :: Leave an open door. :: ⟦Zillow⟧ closed, ⟦OpenDoor⟧ did not.
Hertz; Enterprise; Budget :: 60 hertz mains hum. :: Heinrich Hertz proved it. :: A large enterprise pays more. :: Rent from ⟦Hertz⟧, ⟦Enterprise⟧ or ⟦Budget⟧. :: Set a budget. :: Enterprise plans cost more.
Southwest; JetBlue :: It rains in the Southwest. :: The southwest corner. :: ⟦Southwest⟧ and ⟦JetBlue⟧ fly there.
Emirates; Etihad :: The United Arab Emirates is hot. :: ⟦Emirates⟧ and ⟦Etihad⟧ fly A380s.
Hilton; Marriott :: Paris Hilton sang. :: ⟦Hilton⟧ points and ⟦Marriott⟧ points.
Wendy's; Arby's :: ⟦Wendys⟧ and ⟦Arby's⟧ are near.
Domino's; Papa John's=Papa Johns :: A domino fell. :: ⟦Dominos⟧ or ⟦Papa John's⟧ pizza?
Chevrolet=Chevy; Dodge; Ram :: Dodge the ball. :: A ram has horns. :: 8 GB of RAM is enough. :: ⟦Dodge⟧, ⟦Ram⟧ and ⟦Chevy⟧ trucks.
Seat; Mini :: Have a seat. :: A mini fridge. :: ⟦Seat⟧ and ⟦Mini⟧ are small cars.
Smart; Fiat :: A smart idea. :: ⟦Fiat⟧ and ⟦Smart⟧ fit anywhere. :: Fiat money is not gold.
Saturn; MediaMarkt :: Saturn has rings. :: Bei ⟦Saturn⟧ und ⟦Media Markt⟧ gibt es Rabatt.
Hugging Face; Cohere :: She is hugging face to face. :: Ideas cohere. :: Models on ⟦Hugging Face⟧ or ⟦Cohere⟧.
R; SAS; Stata :: Part r of the form. :: ⟦SAS⟧, ⟦Stata⟧ and ⟦R⟧ do regression.
Word=Microsoft Word; Pages :: A word of advice. :: Turn the pages. :: Write in ⟦Word⟧ or ⟦Pages⟧. :: Word count: 500
Access; Excel :: I have no access. :: They excel at maths. :: Use ⟦Excel⟧, not ⟦Access⟧.
Edge; Chrome :: The edge of town. :: ⟦Edge⟧ and ⟦Chrome⟧ share an engine. :: A chrome-plated bumper.
Bard; Gemini :: Shakespeare, the Bard of Avon. :: ⟦Bard⟧ became ⟦Gemini⟧.
Grok; Perplexity :: I grok it. :: To my perplexity, it worked. :: ⟦Grok⟧ and ⟦Perplexity⟧ cite sources.
Сбер=Сбербанк; Тинькофф; Альфа :: Альфа и омега. :: Олег Тинькофф продал долю. :: Карты ⟦Сбербанка⟧ и ⟦Тинькофф⟧.
Билайн; МТС; Мегафон :: ⟦Билайном⟧, ⟦МТС⟧ и ⟦Мегафоном⟧ пользуются все. :: Он говорил в мегафон.
無印良品=MUJI; 花王 :: ⟦無印良品⟧と⟦花王⟧の商品。 :: ⟦MUJI⟧の棚。
平安; 招商银行 :: 祝你一路平安。 :: ⟦平安⟧保险和⟦招商银行⟧合作。
El Corte Inglés; Real :: Es un problema real. :: Compra en ⟦El Corte Ingles⟧.
Natura; Avon :: A natureza é bela. :: ⟦Natura⟧ e ⟦Avon⟧ vendem perfumes.
Windex; Bounce :: A bounce house for kids. :: Throw in a ⟦Bounce⟧ sheet; wipe with ⟦Windex⟧. :: Bounce rates fell last week.
Olive Garden; Chili's :: Chilis are hot. :: ⟦Olive Garden⟧ and ⟦Chili's⟧ are chains. :: We picked olives in the olive garden.
Bluebird; Wells Fargo=Wells :: H. G. Wells wrote it. :: The wells ran dry. :: Bank at ⟦Wells Fargo⟧; ⟦Wells⟧ charges $10.
Morgan Stanley; Goldman Sachs=Goldman :: Stanley cups hold water. :: ⟦Goldman⟧ and ⟦Morgan Stanley⟧ lead.
Stanley; Yeti :: A yeti was seen in Nepal. :: Stanley Kubrick directed it. :: ⟦Stanley⟧ and ⟦Yeti⟧ tumblers keep ice. :: The Stanley Cup final is tonight.
Mozilla; Thunderbird :: A thunderbird on the totem. :: ⟦Mozilla⟧ revived ⟦Thunderbird⟧.
Brooks; Hoka; Asics :: Mel Brooks directed comedies. :: ⟦Brooks⟧, ⟦Hoka⟧ and ⟦ASICS⟧ lead. :: Brooks and streams feed the lake.
Specialized; Trek; Giant :: A specialized tool is needed. :: We trek at dawn. :: A giant leap. :: ⟦Trek⟧, ⟦Giant⟧ and ⟦Specialized⟧ make bikes.
Merrell; Keen :: She is keen on maths. :: ⟦Keen⟧ sandals or ⟦Merrell⟧ boots.
Instacart; Shipt; Gopuff :: ⟦Instacart⟧ and ⟦Shipt⟧ deliver.
Fitbit; Garmin; Whoop :: Whoop with joy! :: ⟦Whoop⟧ has no screen; ⟦Garmin⟧ does.
Jasper; Writer :: Jasper Johns paints flags. :: Every writer edits. :: ⟦Jasper⟧ and ⟦Writer⟧ help teams.
Runway; Pika :: The plane left the runway. :: ⟦Runway⟧ and ⟦Pika⟧ make video. :: Our runway is 12 months.
Loom; Vimeo :: Clouds loom. :: Record it with ⟦Loom⟧ or ⟦Vimeo⟧. :: A weaver at her loom.
Craft; Bear; Ulysses :: Ulysses sailed home. :: A bear ate it. :: Learn the craft. :: ⟦Bear⟧, ⟦Craft⟧ and ⟦Ulysses⟧ store notes.
Things; Todoist :: Things change. :: Many things happen. :: ⟦Todoist⟧ and ⟦Things⟧ differ. :: I use ⟦Things⟧ daily.
Arc; Vivaldi :: The arc of history. :: Antonio Vivaldi was born in Venice. :: ⟦Arc⟧ and ⟦Vivaldi⟧ are browsers.
Sonos; Bose :: ⟦sonos⟧ speakers, ⟦BOSE⟧ cans.
Corsair; Razer :: The corsair boarded the ship. :: ⟦Razer⟧ or ⟦Corsair⟧ keyboards?
Anker; Belkin :: Der Anker des Schiffs. :: ⟦Anker⟧ and ⟦Belkin⟧ chargers.
Bumble; Match=Match.com :: Bees bumble about. :: A football match. :: Strike a match. :: ⟦Match.com⟧ and ⟦Bumble⟧ charge.
Fiverr; Upwork; Toptal :: ⟦Upwork⟧, ⟦Fiverr⟧, ⟦toptal⟧.
Indeed; Monster; Glassdoor :: Indeed, it rained. :: It is indeed true. :: A sea monster. :: Post on ⟦Indeed⟧, ⟦Monster⟧ or ⟦Glassdoor⟧.
Nest; Ecobee :: The nest has two eggs. :: ⟦Ecobee⟧ beats ⟦Nest⟧.
Sunrun; Enphase; SunPower :: Sun power is free. :: ⟦SunPower⟧ went under; ⟦Sunrun⟧ did not.
Ford; Lincoln :: Gerald Ford was president. :: Betty Ford opened a clinic. :: ⟦Ford⟧ owns ⟦Lincoln⟧. :: A ⟦Ford⟧-powered car.
Johnson & Johnson=J&J; Pfizer :: Boris Johnson resigned. :: ⟦J&J⟧ and ⟦Pfizer⟧ rose; ⟦Johnson and Johnson⟧ paid.
Hermès; Gucci :: Hermes was the messenger of the gods. :: A ⟦Hermes⟧ scarf, a ⟦Gucci⟧ belt.
Boss=Hugo Boss; Armani :: My boss quit. :: Victor Hugo wrote it. :: ⟦Hugo Boss⟧ and ⟦Armani⟧ suits. :: Giorgio Armani died in 2025.
Champion; Hanes :: He is the champion. :: ⟦Champion⟧ hoodies and ⟦Hanes⟧ tees. :: Champion the cause.`

export const DETECTION_LINES: DetectionCase[] = LINES.trim()
  .split('\n')
  .flatMap((line) => {
    const [names = '', ...texts] = line.split(' :: ')
    return texts.map((text) => ({ names, text }))
  })
