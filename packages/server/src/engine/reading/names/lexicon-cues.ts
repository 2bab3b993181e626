/** Words around a name that say what it is. All lower case and folded. */

/** What companies and products do, third person: "Slack beats email". Common nouns without an article do not. */
export const COMPANY_VERBS = `
accepts accounts achieved acquired acquires added adds admitted advertises advises aims airs allows analyzes announced
announces apologized appeals appears asks automates bakes banned bans beat beats became becomes began begins belongs
blends blocked blocks boasts boots bought brews brings broadcasts builds built buys came carries caters charged
charges claims cleans closed collects combines comes commands competed competes confirmed connects continues cooks
costs crashes created creates cut cuts debuted declined decreased delivered delivers denied developed develops
disclosed discontinued dominates donates doubled dries dropped earned earns edges emphasizes employs empowers enables
encourages encrypts ends entered estimates excels exited expanded expands expects explains failed fails falls feels
filed fires fits fixed focuses followed follows founded freezes gained gains gave generates gets gives goes got grew
grows halted handles helped helps hides hired hires hit hits holds hopes hosted hosts included includes increased
insures integrates intends introduced introduces invented invested invests joined joins keeps knows lacks lagged lags
laid lasts launched launches leads leases led left lends lets leverages lists looks loses lost lowered lowers made
maintains makes manufactures merged misses monitors moved moves named needs offered offers opened opens operates
outperforms outsells outsold overtook owns paid partnered partners patched paused pays performs phased pioneered
powered powers predicts prevents priced produced produces promises promotes protects provided provides published
publishes pulled purchased pushed pushes puts raised raises ran rated rebranded recalled received receives recommended
recommends redesigned reduced refunds refused released releases relies remains removed renamed rents reopened replaced
replaces reported reports requires resells responded responds restored resumed retails retains returned revealed
roasts rolled rolls runs said saw says scored sells sends separates served serves set sets settled shines shipped
ships shows shut signed simplifies sits slashed slipped sold solves specializes spent sponsored sponsors spun stands
started starts stays stopped stops streams struggled struggles sued suggested suggests suits supports surpassed
suspended syncs takes teased tells tends took topped tops tracks trails trained tried tries tripled turned turns
undercuts unveiled updated upgraded used uses wants warns washes weighs went wholesales wins withdrew won works wraps`

/** Auxiliaries and copulas: a subject stands before them, but any noun may be one. */
export const AUXILIARIES = `is are was were has had have can could will would does did do should may might must isn't aren't wasn't hasn't doesn't won't can't`

/** After a sentence's first word these make it a verb: "Zoom in on", "Target your", "Booking a room". */
export const AFTER_VERB = `a an the your my our their his her its this that these those it them him us me you yourself each every any some all more less in on up out off down over away back into onto through around along together until as if how what whether which who where when why`

/** Before a common noun: "an apple", "your target". */
export const DETERMINERS = `a an the this that these those my your his her its our their each every any some no another which what whose much many several few both either neither one two three four five six seven eight nine ten
ein eine einen einem einer eines der die das den dem des mein dein sein kein keine un una uno el la los las unos unas mi tu su une le les des mon ton son ma ta sa mes tes ses ce cette ces il lo gli i um uma o os as`

/** Places, institutions and other owners named with a capital behind the name: "Target Field", "Apple Valley". */
export const OTHER_OWNER_WORDS = `valley park street avenue road lane boulevard river lake island islands county city town village mountain mountains mount beach stadium field arena university college school hospital church cathedral
bridge airport station bay creek falls forest hills springs canyon desert ocean sea peninsula coast dynasty empire era revolution restoration war battle treaty act day week month season festival force forces`

/** Before the name with a capital: "Lake Placid", "Mount Hood", "New Relic" are other names. */
export const OTHER_OWNER_PREFIXES = `mount mt lake san santa saint st fort port cape river king queen prince princess pope lord lady sir british north south east west new old upper lower`

/** Kinds that no brand is one of: "apples such as Fuji", "planets like Mercury". */
export const NATURAL_KINDS = `apple apples apricot banana berry cheese cherry fruit fruits grape grapes vegetable vegetables variety varieties cultivar cultivars species breed breeds animal animals bird birds fish flower flowers tree trees plant plants herb herbs spice spices metal metals mineral minerals element elements gem gems stone stones
planet planets star stars constellation constellations moon moons god gods goddess goddesses myth deity deities city cities country countries town towns state states region regions river rivers mountain mountains lake lakes island islands continent continents
colour colours color colors shade shades number numbers letter letters word words verb verbs noun nouns name names surname surnames person people author authors poet poets philosopher philosophers scientist scientists character characters month months season seasons size sizes level levels`

/** Kinds that brands are. */
export const COMMERCIAL_KINDS = `app apps application agency airline bank brand brands browser carrier carriers chain client companies company competitor competitors corporation device devices firm firms franchise giant hardware label line lineup maker makers manufacturer manufacturers marketplace model models network operator platform platforms
plugin product products provider providers retailer retailers rival rivals seller sellers service services shop shops site sites software startup startups store stores subscription supplier suppliers tool tools vendor vendors website websites account card cards customer customers owner owners user users shares stock
app-store phone phones laptop laptops watch watches shoes sneakers jacket jackets car cars truck trucks suv ev`

/** Signs of a person near a surname. */
export const PERSON_CUES = `he she his her him himself herself born died married wrote painted composed invented founder father mother son daughter brother sister wife husband biography inventor physicist author novelist poet painter composer engineer actor actress singer himself approve`

/** Before a place: "in Patagonia", "near Lincoln". */
export const PLACE_PREPOSITIONS = `in near across throughout around toward towards visit visiting visited southern northern eastern western central downtown hike hiking trek trekking`

/** Around dates: "in July", "late May". */
export const DATE_WORDS =
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter'
export const BEFORE_DATES =
  'in on since by until till before after during of from to through this last next early late mid each every between'

/** Well-known other bearers of a name, by the word beside them: general knowledge, not exhaustive. */
export const NAMESAKES = {
  after: `amazon: rainforest rainforests river basin jungle forest forests tribe tribes delta parrot dolphin warrior warriors
tesla: coil coils turbine valve transformer unit units
apple: pie pies tree trees juice cider sauce orchard orchards seed seeds slice slices crumble blossom butter vinegar peel core cake fritter strudel picker picking tart cinnamon
delta: variant wave waves wing function method connection plane force blues river airstrip
shell: script scripts scripting command commands prompt company companies corporation game shock pasta egg eggs
mercury: poisoning thermometer vapor vapour retrograde level levels content
visa: application applications requirement requirements free on-arrival waiver status holder sponsorship interview fee fees office extension stamp type types category
target: audience audiences market markets group groups date language price customer customers demographic value weight area heart range practice number rate goal sample keyword keywords
oracle: bone bones card cards deck at of
java: island sea sparrow coffee
python: snake skin
ruby: ring slippers earrings
fuji: apple apples mountain volcano
gala: apple apples dinner
orange: juice peel tree trees zest slice slices blossom
boss: fight fights battle level
ring: finger road binder
gap: year years analysis junction
dove: tail bird
jaguar: cub cubs habitat print
puma: cub cubs habitat
mustang: horse horses
mint: tea leaf leaves sauce chocolate flavor flavour condition
saturn: return ring rings
galaxy: cluster clusters formation
blender: jar jug bottle
medium: heat size sized-well high low term difficulty priority well rare
polar: bear bears vortex ice coordinates opposite opposites night
square: root meter meters metre metres foot feet mile miles inch inches kilometer kilometers dance brackets
meta: analysis tag tags description data
signal: processing strength noise
cricket: match team ball bat player
notion: of that
united: states kingdom nations arab
stanley: cup
uber: cool rich fan fans
zoom: lens range level levels in out
corona: virus crisis pandemic
subway: station stations train trains line lines system map
nest: egg box
windows: and
edge: case cases
prime: number numbers minister rib time factor factors
monday: morning evening night afternoon
discord: between among
stripe: pattern
slack: in off time
swift: response action
rust: belt resistant proof stain
dash: of
chrome: plated finish
steam: engine engines room iron bath
spectrum: of disorder`,
  before: `emirates: arab
subway: city
square: times trafalgar union washington madison herald harvard tiananmen leicester red public town city main market
united: manchester leeds newcastle sheffield
virgin: extra
apple: big adam's candy crab custard pine
orange: agent mandarin blood burnt clockwork
boss: hugo final
king: burger lion stephen luther
express: american pony orient polar
max: mad pro
ring: wedding engagement boxing onion key
shell: sea egg nut
steam: full
delta: nile mekong mississippi river
oracle: delphic
target: sales
amazon: peruvian brazilian
mint: royal pepper spear
meta: heavy
gap: gender pay wage generation trade age
word: key pass buzz last
bull: pit
dove: turtle mourning
edge: cutting leading competitive rough sharp
zoom: optical digital
rover: mars lunar
discovery: space`,
}

/** Names that share another meaning, and the words that show it is meant: "Mars" with "planet". */
export const TOPICS = [
  {
    names: 'mars mercury venus saturn jupiter neptune pluto uranus',
    cues: 'planet planets nasa orbit orbits orbiting rover solar astronomer astronomers crater telescope spacecraft moons',
  },
  {
    names: 'nike apollo hermes mars venus mercury athena zeus ajax hera juno vulcan atlas pandora phoenix',
    cues: 'goddess god gods goddesses mythology myth mythological greek roman zeus olympus temple',
  },
  {
    names: 'gemini aries taurus leo virgo libra scorpio aquarius pisces cancer',
    cues: 'zodiac horoscope astrology astrological sign signs constellation constellations',
  },
  {
    names: 'orange mint gold silver ruby amber teal olive coral violet indigo scarlet magenta cyan lavender',
    cues: 'color colors colour colours shade shades hue hues palette paint',
  },
  {
    names: 'apple orange mango kiwi blackberry raspberry lemon fig peach plum pear cherry banana gala fuji',
    cues: 'fruit fruits orchard peel ripe recipe juice vitamin eat eating tree trees harvest bake',
  },
  {
    names: 'mint sage basil thyme rosemary ginger clover dill',
    cues: 'herb herbs herbal spice spices garden recipe chop leaves leaf teaspoon tablespoon',
  },
  {
    names: 'jaguar puma dove falcon eagle lynx cougar panda fox tiger lion raven swan beaver camel',
    cues: 'animal animals wildlife predator prey species zoo habitat jungle feathers wings mammal',
  },
  { names: 'shell pearl coral anchor harbor wave surf tide', cues: 'beach beaches seashell ocean tides sea snail' },
  {
    names: 'oscar emmy tony grammy',
    cues: 'film films movie actor actress award awards won nominated nomination academy',
  },
  { names: 'cricket polo golf', cues: 'sport sports bat ball player players wicket match stadium tournament' },
]

/** Adjectives of countries and regions: before a noun they are no airline, bank or newspaper. */
export const DEMONYMS = `african american asian australian austrian belgian brazilian british canadian caribbean chinese danish dutch english european
finnish french german greek indian irish israeli italian japanese korean mexican nordic norwegian polish portuguese roman russian scandinavian scottish spanish
swedish swiss thai turkish vietnamese welsh`

/** Subjects of any sentence: what they do is no sign of a company. */
export const PRONOUNS =
  'nothing everything something anything nobody everybody somebody anybody everyone someone anyone none who what which that this it all both each few many most'

/** Regions and rivers with an article, by names that are also companies' and like nothing else: "in the Amazon". */
export const ARTICLED_REGIONS = 'amazon'
