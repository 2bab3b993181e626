/**
 * English words that also serve, or could serve, as names of companies and products. General vocabulary, in base form:
 * plurals and verb forms are reduced before the look-up. A word missing here is taken for a name.
 */
export const ENGLISH_WORDS = `
a abacus abbey abide ablaze able abode about above absolute abstract abyss academy accent accept access ace acorn acre
across act action active acumen acute adagio adapt add adept adjust admiral adobe adopt adorn advance advantage
adventure advice aerial affable affinity affirm afield after again agate age agency agenda agent agile agility agora
ahoy aid aide aim air airbase airline airport airy aisle ajar alarm albatross alchemy alcove alert algorithm alias
alight all allegro alley alliance allure ally almond almost aloe aloft alpha alphabet alpine already also alter
although alto always am amaranth amaze ambassador amber ambition amble amethyst amity among amp ample amplify
amplitude an analog anchor anchorage and anew angel angle animal anise ankle another answer ant antelope anthem antler
anvil any anyway apart apex aplomb apogee apollo apparel apple applet apricot april apron apt aqua arbor arc arcade
arch archer archive arctic ardent are arena argent argo argon aria arm armada armchair armor armour army aroma array
arrival arrive arrow art artery article artisan as ascend ascent ascot ash ask aspect aspen aspire aspirin asset
assist aster astral at athlete athletic atlas atom atrium attach attic attire attune auburn audible audience audio
audit august auk aura aurora auto autumn available avalanche avant avatar avenue average aviator avid avocado avocet
awake award away awning axe axiom axis azalea azure baby back badge badger bag bagel bake baker balance balcony ball
balloon balm bamboo banana band bandit bank banner bar barbecue bard bare bargain bark barley barn baron barrel
barrier basalt base baseball basecamp basic basil basin basket basketball bass bastion bat batch bath baton battery
bauble bay bayou bazaar be beach beacon bead beak beaker beam bean bear beat beautiful beauty beaver because beckon
become bed bedrock bee beef been beer beetle before begin begonia being belfry bell belle bellow bellwether belong
below belt beluga bench bend benefit berg berry beryl best bestow beta better between bevel beyond bicycle big bike
bilberry bill billboard billow bin binary bind biome birch bird birth biscuit bison bit bite bivouac black blackberry
blackboard blade blank blanket blast blaster blaze blend blender blink bliss block blog bloom bloomer blossom blot
blue blueprint blur blush board boat bobcat bodega body boil bold bolt bond bone bonfire bonnet bonobo bonus book
booking bookmark boom boost boot booth border boss bot botany both bottle bottom bough bought boulder boulevard bound
bounty bouquet bow bowl box bracket brain brake bramble branch brand brandy brass brave bravo bread break breeze brew
brick bridge brief brigade bright brilliant brine bring brio brisk bristle broad broadcast broadleaf brocade broker
bronze brood brooks broom broth brother brown browse brunch brush bubble buck bucket buckle bud buddy budget buff
buffalo buffer bug bugle build builder built bulb bull bullet bulletin bulwark bumble bump bundle bungalow bunny buoy
bureau burger burlap burn burrow burst bus bush business buster but butter buttercup butterfly button buttress buy
buyer buzz by byte byway cab cabin cable cache cactus cadence cadet cadre cake calendar caliber calico call callow
calm calyx camel cameo camera camp campaign camper campus can canal canary candid candle candy canine cannon canoe
canopy canter canvas canyon cap caper capital capsule captain car caramel caravan caravel caraway carbon card cardinal
care career cargo caribou carnival carob carol carousel carpet carriage carrier carrot carry cart cartel cartoon carve
cascade case cash cashmere casino cask cast caster castle cat catalog catalyst catapult catch caterpillar catnip
cavalier cave cavern caviar cedar ceiling celebrate cell cello cement centaur center central century ceramic certain
chain chair chalet chalk challenge chamber chamois champion chance change channel chaparral chapel chapter charade
charge charger chariot charm chart charter chase chasm chat chateau check checkers cheer cheese cherry cherub chess
chest chestnut chic chicken chickpea chief child chili chill chime chimera chimney chinook chip chips chisel chivalry
chive chocolate choice choose chord chorus chrome chronicle chrysalis chunk church cicada cider cigar cinch cinder
cinema cinnamon cipher circa circle circuit circus cirrus citadel cite citizen citrine citron citrus city civic civil
claim clam clarify clarity clasp class classic clay clean clear clearing cleaver clef cleft clement clever click cliff
climate climb clinic clip clipper cloak clock close closet cloth clothing cloud cloudy clove clover club clubhouse
clue cluster clutch coach coal coast coastal coaster coat cobalt cobble cobra cobweb cocoa coconut coda code coffee
coherent coil coin cold collar collect collective colony color colossal colt columbine column comb combine come comet
comfort comic comma command commander comment commerce commission committee common community compact companion company
compass compose compost compound computer concept concert conch concrete condor conductor cone confluence conifer
connect conquest console constant construct consul contact contain container contender content contour contrast
control convene convergent converse convert convex convoy cook cookie cool copilot copper copse copy coral cord
cordial core coriander cork corn corner cornerstone cornet corona corsage corsair cosmic cosmo cosmos costume cosy
cottage cotton cottonwood couch cougar could council count countdown counter country couple courage courier course
court courtyard cove cover cow cowboy coyote crab cradle craft cranberry crane cranium crash crate crater crave crayon
crazy cream create creative creature credit credo creek crescent crest crew crick cricket crimson crisp crony crop
croquet cross crossing crossroads crow crowd crown crucial crucible cruise cruiser crumb crumble crumpet crunch
crusader crush crust crystal cub cube cuckoo cue cuff culture cumin cup cupboard cupid curate curd cure curio curious
curl curly currency current cursor curtain curtsy curve cushion custom customer cut cutlass cyan cycle cyclone cygnet
cypress dab dagger dahlia daily dairy daisy damask damson dance dandelion dandy danger dapper dare dark dart dash
dashboard data date dauntless dawn day daylight dazzle deacon deal dear death debut decal decathlon decent deck
deckhand deep deer default define degree delight deliver dell delta deluxe demand demon den denim depart department
depot depth derby derive dervish descent desert design desire desk destiny detail detour detox develop device devil
dew dewdrop diadem dial dialogue diamond dice did diesel diet different dig digest digital diligent dill dime dimple
dingo dinner dip direct disco discord discover discovery discreet dish disk dispatch display distance ditto diva dive
divine divot do dock doctor dodge does dog dollar dolphin domain dome domino done donkey doodle door dormer dose dot
double dough dove dovetail dowel down downhill downtown dozen draft drafts dragon drake drama draw dream dress drift
drill drink drip drive driver drizzle drone drop droplet drum drumbeat dry dryad duchess duck due duel duet duffel
dugout duke dulcet dune duo during dusk dust duster duty dye dynamic dynamo dynasty each eager eagle ear early earth
ease east easy eat ebb ebony echo eclipse ecology economist economy eddy edelweiss edge edible edison edit editor
education effect effective egg ego eider eight either elastic elation elbow elder electric electron elegant element
elephant elevate elevator elf elite elk ellipse ellipsis elm else embark embassy ember emblem embrace embroider
emerald emerge emissary emotion emperor empire employ emporium empower empty emu enamel enchant encore end endeavor
endive endless energy engage engine enigma enjoy enlist enroll ensemble ensign enter enterprise entourage entry
envelope envision envoy epic episode epoch equal equate equator equinox equity era ermine errand escape escort essence
essential estate estuary etch eternal ether ethic eureka evade even evening event ever everest evergreen every
everyday evoke evolve exact exalt exam example excel excellent exchange excursion exhale exit exodus expanse
expedition expert explain explore explorer expo express exquisite extra eye fable fabric face facet fact factor
factory fair fairy faith falcon fall fallout fallow fame family famous fan fancy fanfare fantasy far farm farmer
farmhouse farrow fashion fast faster fate fathom favorite fawn feast feather feature federal fedora feed feedback feel
felicity fellow felt fence fennel fern ferret ferry fervor festival fetch fettle few fiber fiddle fief field fiesta
fig fight figure filament file fill filly film filter final finch find finder finding fine finger fingerprint finish
fire firebird firecracker fireflies firefly fireplace fireside firewall firm first fish fit fitness five fix fizz
fjord flag flair flame flamingo flannel flapjack flare flash flask flat flavor flax fleck fleet flesh flex flexible
flicker flight flint flip float flock flood floor flora floral florist flotilla flounder flour flourish flow flower
fluent fluff fluid flurry flute flux fly flyer foam focal focus fog foil fold folder foliage folio folk follow fondue
font food fool foot football footprint for forage force ford forecast foresight forest forever forge forget fork form
formal format formula fort forte forthright fortnight fortress fortune forum forward fossil foster found foundation
founder foundry fountain four fox foxglove foxtrot fractal fraction fragment frame framer framework frank freckle free
freedom freehold freight frequency fresh friend frigate fringe frisk frog frolic from frond front frontier frost fruit
fudge fuel fulcrum full fun function fund fundamental funnel fur furlong furnace furniture furrow fury fuse fusion
future fuzzy gable gadget gaggle gain gala galaxy gale gallant galleon gallery gallop galore gambit game gamma gander
gannet gantry gap garage garden gargoyle garland garlic garment garnet garrison gas gate gateway gather gauge gauntlet
gavel gazebo gazelle gear gecko gem gemini gemstone general generation generic genesis genie genius genre gentle
gentry genuine geo geode get ghee ghost giant gift gig gilt ginger gingham giraffe girl give given glacial glacier
glad glade glamour glance glass glaze gleam glide glimmer glimpse glint glisten glitch glitter global globe glory
gloss glossary glossy glove glow glue gnome go goal goat goblet gold golden goldfish gondola gong good goose gorilla
gospel gossamer gourmet government gown grab grace grackle grade gradient graduate grain gram grammar grand grande
grandstand granite grant grape grapefruit grapevine graph graphite grass gratis gratitude gravel gravity gray great
grebe green greenhouse greens grey grid grill grin grind grip grit grizzly groove grotto ground group grouse grove
grow growth guard guardian guava guess guest guide guild guinea guitar gulf gull gully gum guru gusset gusto gym
gypsum habit habitat hack had haiku hail hair halcyon half halibut hall halo halogen hamlet hammer hamper hand handle
handshake handy hangar happen happy harbinger harbor harbour hard hare harlequin harmonica harmony harness harp
harrier harrow harvest has hash hat hatch haul have haven having havoc hawk hawkeye hawthorn hay haze hazel hazelnut
he head headline headspace headway heal health heap hear hearsay heart hearth heat heather heaven heavy hedge hedgehog
hedgerow height heights heirloom held heliport helium helix hello helm helmet help hem hemisphere hemlock herald herb
hercules here heritage hero heron hers hexagon hibiscus hickory hidden hide high highland highlander highlight highway
hike hill him hinge hint hip hippo hire his history hit hitch hive hobbit hobby hoist hold holiday holler hollow holly
holster homage home homespun homestead honest honesty honey honeycomb honeysuckle hood hoodie hook hoop hoopla hoot
hop hope horizon horn hornbill hornet horse hospital hospitality host hot hotel hound hour hourglass house how hub
hubbub hug huge hull human humble humdinger humidor hummingbird hungry hunt hunter hurricane hush husk hut hutch
hyacinth hybrid hydra hydrant hydrate hydrogen hymn hype hyper hyssop i ibex ibis ice icicle icing icon idea ideal
identity idle idol if igloo ignite iguana illumine illusion image imagine imbue imp impact impala imperial import
important impossible impress improve impulse in incense inch include indeed independent index indigo individual indoor
industry inferno infinite infinity influence ink inkling inlet inn inner innovate input insight insignia inspire
instant instantly instinct institute instrument intellect intelligent intercom interest interface interlude interval
into intrepid intrigue intro intuit invent inventory invest invisible invite ion iota iris irises iron ironwood is
island isle islet it item iterable its ivory ivy jab jack jackal jacket jackpot jackrabbit jade jaguar jam jamboree
january jar jargon jasmine jaunt javelin jaw jaybird jazz jelly jest jester jet jetty jewel jig jigsaw jingle job
jockey join joint joker jolly jolt jot journal journey jovial joy jubilant jubilation jubilee judge judy juggernaut
juice julep july jumbo jump junction juncture june jungle juniper junk juno jupiter just justice kale kaleidoscope
karma kayak keen keep kept kernel kestrel kettle key keyboard keyhole keynote keystone kick kid kiln kilt kimono kin
kind kindle kindred king kingdom kingfisher kiosk kismet kiss kit kitchen kite kitten kiwi knack knapsack knife knight
knit knob knock knoll knot know knowledge known koala kudos lab label labor lace lacquer ladder lady ladybird ladybug
lagoon lake lamb lamp lance lancer lancet land landing landmark landslide lane language lantern lapis laptop lapwing
larch larder large lariat lark larkspur laser lasso last latch late later lathe latitude lattice laugh launch laundry
laureate laurel lava lavender law lawn layer lead leader leaf leaflet league lean leap leapfrog learn leather leave
leaven lectern ledge ledger left leg legacy legal legend legion leisure lemon lemonade lend lens lentil leopard less
lesson let letter level lever leverage levity liberty library license lichen lid life lifeline lift light lighthouse
lightning like lilac lilt lily lima limb lime limelight limestone limit limpet line linear linen lingo link linnet
lion lionheart lip liquid list listen literal lithe little live lively livestock living lizard llama load loaf loam
loan lobby lobster local locale lock locket locust lodestar lodge loft log logic logo long longbow longhorn look
lookout loom loop loose lord lore lot lotto lotus loud lounge love low loyal lozenge lucent lucid luck lucky lull
lullaby lumber lumen luminary luminous lunar lunch lung lunge lupine lure lush lute luxe luxury lynx lyra lyre lyric
lyrical macadamia macaroon mace machine macro madder made madrigal maestro magazine magenta maggot magic magma magnate
magnet magnetic magnify magnolia magnum magpie mahogany maid mail main mainsail mainstay major make maker making
malachite mallard mallet mallow malt mammoth man manage manatee mandarin mandolin mango mangrove manifest manifold
manner manor mantis mantle mantra manual many map maple marathon marble march mare margin marigold marina marine
mariner mark market marlin marmalade maroon marquee marquis marrow mars marsh marshal marshland marshmallow marten
martin marvel mascot mash mask mass mast master mat matador match material matinee matrix matter mattress maverick max
maximum may mayfly maze me meadow meal mean meant measure meat mechanic medal media medium medley meet megaphone
melody melon melt member memento memo memoir memory menagerie mend mention mentor menu mercury merge meridian meringue
merit mermaid merry mesa mesh mess message metal meteor meter method metric metro metronome mica micro midday middle
midnight midsummer might mild mildew mile milestone milk mill millennium mimosa minaret mind mine miner mineral mini
minimal minimum minister ministry mink minnow minstrel mint minuet minute miracle mirage mirror miss mission mist
mistletoe mistral mitten mix mixer mixture moat mobile moccasin mocha mode model modern modest module mojo molar mole
moment momentum monarch monday money mongoose monitor monk monkey monocle monogram monolith monsoon monster montage
month monument mood moon moonlight moor moose moral more morning morsel mortar mosaic moss most moth mother motif
motion motive motley motor mould mountain mouse mouth move movement movie much muffin mulberry mule mullet multiple
mural muscle muse museum mushroom music musket muskrat muslin must mustang mustard mute mutual my myna myriad myrtle
mystery mystic myth nacre nail name nanny nap napkin narrow narwhal nation national native natural nature nautical
nautilus navel navigate navigator navy near nearby neat nebula nebulous nectar need needle neighbor neither nemesis
neo neon nest nestle net nettle network neutral neutron never new news newt next nexus nibble nice niche nickel night
nightfall nightingale nightjar nightshade nimble nimbus nine ninja nirvana nitro no noble nod node noise nomad nomadic
noodle nook noon nor norm normal north northern northwind nose not notable note notebook nothing notice notion nougat
nova novel november now nuance nucleus nudge nugget number nurse nurture nut nuthatch nutmeg nylon oak oar oasis oat
oatmeal obelisk object oblique oboe observer obsidian occult ocean ochre octagon octane octave october octopus oculus
odd ode odyssey of off offbeat offer offered offering office official often oil okra old oleander olive olympic
olympus omega omelet omen on once one onion only onset onto onward onyx opal opaline open opera opossum optic optical
optima optimal optimism optimize option opus or oracle orange orbit orbital orca orchard orchestra orchid order ore
oregano organ organic origin original oriole ornate osprey other otter ottoman ought our out outback outdoor outer
outfit outing outlaw outlet outline outlook outpost outreach outrigger outside oval ovation oven over overall overcast
overdrive overland overlay overpass overture owl owlet own owner ox oxford oxide oxygen oyster ozone pace pacer
pacific pack package packet pact pad paddle paella page pageant pagoda paid paint pair palace palette palisade palm
palomino pan panacea pancake panda pandora panel panorama pansy panther papa papaya paper papillon paprika papyrus
parachute parade paradigm paradise paradox paragon parallel paramount parasol parcel parchment parent park parka
parliament parlor parrot parse parsley parsnip part partner partridge party pass passage passion passkey passport past
paste pastel pastime pastry pat patch path pathway patient patina patio patriot patrol pattern pause pavement pavilion
paw pawn pay payload payment pea peace peach peachy peacock peak peanut pear pearl pebble pecan pedal peel peer
pegasus pelican pen penalty pencil pendulum penguin peninsula penny people pepper peppercorn peppermint perception
perch peregrine perfect performance perfume peril period periscope periwinkle perk perky permanent permit perplexity
persimmon person personal petal petrel petunia pewter phantom phase pheasant phenom philosophy phoenix phone phosphor
photo phrase piano piccolo pick pickle picnic pictorial picture pie piece pier pigeon pigment pika pike pile pilgrim
pill pillar pillow pilot pin pinch pine pineapple pinecone pink pinnacle pinto pinwheel pioneer pip pipe pipeline
piper pique pirate pistachio pistol pit pitch pivot pixel pixie pizza place placid plaid plain plan plane planet plank
plant plaster plate plateau platform platinum play player playground plaza pleasure pledge plenty plinth plot plover
plow plug plum plumage plume plunge plus plush pluto pocket pod podium poem poet poinsettia point pointer poise poison
poker polar polaris pole police polish polka poll pollen polo polygon pomegranate pomelo poncho pond pony pool poor
pop poplar poppy poppyseed popular porcelain porch porcupine port portable portal porter portfolio portico portion
portrait position positive post postcard poster posy pot potato potion potpourri potter pouch pound powder power
practical practice prairie praise prawn precise precision predator prelude premier premium prep present president
press pressure prestige pretzel preview price pride primal primary primate prime primer primo primp primrose prince
princess principal principle print printer priority prism pristine private privilege prize pro probe process product
profile profit program progress progressive project projector promise prompt prong proof propel proper property
prophet proposal prospect protect protein protocol proton proud prove proverb province prow prowess prudent prune
public puck puffer puffin pull pulley pulp pulpit pulsar pulse puma pumice pumpkin punch puppet pure purple purpose
purr push puzzle pyramid python quail quaint quality quantum quarry quart quarter quartz quasar quaver quay queen
quest question queue quiche quick quicken quicksand quicksilver quid quill quilt quince quite quiver quorum quote
rabbit raccoon race racer rack radar radial radian radiance radiant radical radio radish radius raft rafter rage
ragtime raid rail railway rain rainbow raise raisin rake rally ram rambler ramp rampart ranch random range ranger
rapid rapier rapport raptor rapture rare rascal raspberry ratchet rate rather raven ravine ray razor reach react
reaction read reader ready real realm reap reaper rear reason rebel reboot rebound recall receipt recess recipe reckon
reckoner record recover recruit rectangle red redwing redwood reed reef reel reels referral reflect reflex reform
reformation refresh refuge regal regalia regatta regent reggae region regis register relay relevance reliance relic
relish remedy remember remind remote render rendezvous renew rent replay replica reply report reptile republic rescue
reserve reserved resin resolve resonance resort resource respond rest restore result retail retreat retro return
reveal reveille revel revenue reverb reverie reverse review revival revolution revolve reward rhapsody rhino rhythm
rib ribbon rice rich riddle ride rider ridge riff rifle rigging right rim ring ringer ringlet rink rinse riot ripple
rise risk rite ritual rival river rivet rivulet ro road roadster roam roar roast rob robe robin robot robust rock
rocket rocky rod rodeo rogue role roll roller romance roof rook rookie room roost root rope rose rosebud rosemary
rosette roster rotary rotor rotunda rough roulette round route router rover row rowan royal royalty rubber rubric ruby
rucksack rudder ruffle rug rugby rule ruler rum rumble run rune runner runway rush russet rust rustic saber sable
sabre sack sacred saddle saddlebag safari safe saffron saga sage said sail sailor saint salad salary sale salmon salon
saloon salsa salt salute salvo samba same samovar sample sanctuary sand sandal sandbar sandpiper sandstone sandwich
sap sapling sapphire sardine sarong sash sassafras sassy satchel satellite satin satire saturn sauce sausage savage
savanna save savings savor savory savvy saw scale scallion scallop scamper scan scarab scarf scarlet scene scenic
scent scepter schedule scheme scholar school schooner science scissors scone scoop scooter scope scorch score scorpion
scotch scoundrel scout scrabble scramble scrap scratch screen screw scribe script scroll sculptor scythe sea seafarer
seafoam seagull seahorse seal seam search seaside season seat second secret section sector secure security sedan see
seed seek segment segue select self sell semaphore senate send senior sense sensor sentinel sentry sepia september
sequel sequence sequin sequoia seraph serenade serene serenity series serif serious serpent serve server service
sesame session set settle seven several shack shade shadow shaft shake shale shall shamrock shanty shape share shark
sharp shave shawl she sheen sheet shelf shell shelter shepherd sherbet sheriff shield shift shimmer shine ship
shipment shirt shoal shock shoe shoestring shop shore shoreline short shortbread shorts shot should shoulder shout
shovel show shower shrew shrine shuffle shutter shuttle shy side sidecar sierra sift sigh sight sigma sign signal
signature silence silhouette silk sill silly silo silver silverware similar simmer simple simplify simply since
sincere sing single singular siren sister six size skate skein sketch ski skiff skill skillet skin skip skipper skull
sky skylark skylight skyline slack slalom slam slate sled sleek sleep sleeve sleigh slice slick slide slim sling
slingshot slip slipper sloop slope sloth slow slumber small smart smash smelt smile smoke smooth smoothie snack snap
snapdragon snapper snapshot snare snippet snorkel snow snowball snowbird snowdrop snowflake snug snuggle so soap soar
social society sock socket soda sofa soft sojourn sol solace solar sold soldier sole solid solitaire solo solstice
solution solve some sonar sonata song sonic sonnet sorbet sorrel soul sound soup source south southern southwest
souvenir sovereign soy space spade spangle spaniel spark sparkle sparrow spatula speak speaker spear spearmint special
spectacle spectra spectrum speed speedway spell sphere sphinx spice spider spike spin spinach spindle spinnaker
spinner spiral spire spirit splash splendid splice splint splinter split spoke sponge spool spoon spoonbill sport spot
spotlight spray spread spree sprig spring springboard springer sprinkle sprint sprinter sprite sprocket sprout spruce
spry spur squad squall square squash squid squire squirrel stable stack stadium staff stag stage stagecoach stain
stair stake stallion stalwart stamp stance stand standard staple star starboard stardust starfish starfruit starlight
starling start stash state station statue status stay steady steak stealth steam steel steep steeple steer stellar
stem stencil step stepstone stereo sterling stern steward stick still sting stitch stoat stock stoic stone stop
stopwatch storage store stories stork storm story stove strait strand strange strap strata strategic stratosphere
stratus straw strawberry streak stream streamer street strength stretch stride strike string stripe strive strobe
strong structure strut stub stucco student studio study stump sturdy style subject sublime submit suburban subway
succeed success such suede sugar suggest suit suite sulfur sultan sultana sum sumac summer summit sun sunbeam sundae
sundance sunday sundew sundial sunflower sunrise sunset sunshine super superb superhuman superior supernova support
supreme sure surf surface surfer surge surgeon surplus surprise survey sushi suspect swag swallow swallowtail swamp
swan swap sway sweat sweater sweep sweet sweetheart swell swift swim swing swirl switch swivel swoop sword swordfish
sycamore sylvan symbol symphony sync syndicate synergy syntax syrup system tabby table tablet tabloid tackle tact
taffy tag tail tailor tailwind take taken tale talent talisman talk talon tamarack tamarind tambourine tan tanager
tandem tangent tangerine tangle tango tangy tank tansy tap tape tapestry tapir target tarn tarot tarpon tart tartan
task tassel taste tatter tavern tax taxi tea teak teal team tech technology teddy telegram telegraph telescope tell
tempest template temple tempo tempt ten tender tendril tennis tent term terminal tern terra terrace terrain terrapin
terrier terrific test texture than thank that thatch the theater their them theme then theorem theory there thermal
these they thicket thimble things think this thistle thistledown thorn those though thrasher thread threads three
threshold thrift thrill thrive throne throttle through thrush thud thumb thunder thyme tiara tick ticker ticket tidal
tidbit tide tidy tie tier tierra tiger tile tilt timber time timeless timer tin tinder tinker tinsel tint tiny tip
titan title to toad toast today toffee toga together toggle token told toll tomahawk tomato tomorrow tone tonic too
tool toolbox toot tooth top topaz topiary topic topper torch tornado torpedo torque torrent tortoise tote totem toucan
touch tour tourist tow toward tower towline town toy trace tracer track tractor trade trademark trader tradition
traffic trail trailer train trainer trampoline trance transcend transfer transformer transit trapeze travel traveler
traverse treasure treat treaty treble tree trek trellis tremor trench trend tress trestle trial triangle tribe tribune
tribute trick tricycle trident trifle trigger trillion trillium trim trinket trio trip triple tripod triumph trolley
trombone troop trophy tropic trot trotter troubadour trouble trout trove trowel truck true truffle trumpet trunk trust
truth try tuba tube tuck tuft tulip tumble tumbler tumbleweed tuna tundra tune tunic tunnel turbine turbo turf turkey
turmeric turn turner turnip turnstile turntable turquoise turret turtle turtledove tusk tutor tuxedo twain tweed
twelve twig twilight twill twin twine twirl twist twitch twitter two tycoon type tyre tyro ukulele ultimate ultra
ulysses umber umbrella umpire unbound uncle under underdog underground understory undulate unicorn uniform union
unique unison unit united unity universal universe university unless until up upbeat upgrade upland uplift upper
upright upside upstart uptown upward urban urchin urge urn us use used useful using utility utopia vacuum vagabond
vale valet valiant valid valley valor value valve vamp van vane vanguard vanilla vans vantage vapor variety vast vault
vector vega vegetable vehicle veil velcro velocity velour velvet vendor veneer venice venom vent venture venue venus
veranda verandah verb verdant verdict verge verify veritas vermilion vermouth versatile verse version vertex vertical
verve very vessel vest vestige veteran viaduct vibe vibrant vicar vicinity victor victory view vignette viking villa
village villain vim vince vine vinegar vintage vinyl viola violet violin viper virgin virtual virtue virtuoso visa
visible vision visit visitor visor vista visual vital vitality vitamin vivace vivid vixen vocal vocation vodka vogue
voice void volcano vole volley volt volume vortex vote vow voyage voyager vulcan vulture wade wafer waffle wagon
wagtail waist wait wake walk walker wall wallaby wallet wallflower walnut walrus waltz wand wander wanderer want
warble warbler ward warden wardrobe warehouse warm warp warrant warren warrior was wasabi wash wasp watch water
waterfall waterlily watermark wattle wave wax way wayfarer wayside we wealth wear weasel weather weave weaver web
wedge weekend weekly weight welcome weld well wellness were west western westward whale whaler wharf what wheat wheel
when where whether which while whim whimsy whip whirl whirlpool whirlwind whisk whisker whisper whist whistle white
whittle who whole wholesome whom whose why wick wicker wicket wide widgeon widget width wigwam wild wildcat wilderness
wildflower will willow willowy wilt win wind windmill window windward wine wing wingman wink winner winsome winter
wire wisdom wise wish wisp wisteria wit with within without wizard wolf wolverine wombat wonder wood woodchuck
woodland woodpecker woodwind woof wool word work workday worker workshop world worm worth would wrangler wrap wreath
wren wrench wrist write writer written wrong wyvern yacht yak yam yard yarn yarrow year yearling yeast yellow
yellowstone yes yesterday yet yeti yew yield yodel yoga yogurt yoke yonder you young your youth yucca zap zeal zealot
zealous zebra zen zenith zephyr zero zest zesty zigzag zillion zinc zinfandel zing zinger zinnia zip zipper zirconia
zodiac zombie zone zoom`
