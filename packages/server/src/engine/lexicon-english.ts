/**
 * English words that also serve, or could serve, as names of companies and products. General vocabulary, in base form:
 * plurals and verb forms are reduced before the look-up. A word missing here is taken for a name.
 */
export const ENGLISH_WORDS = `
a able about above absolute abstract academy accent accept access ace acorn acre across act action active acute adapt
add adept adjust admiral adobe adopt advance advantage adventure advice affinity affirm after again agate age agency
agenda agent agile agora aid aide aim air airbase airline airport aisle alarm albatross alchemy alert algorithm alias
all alley alliance ally almond almost aloe alpha alphabet alpine already also alter although alto always am amaze
amber ambition among amp ample amplify amplitude an anchor and angel angle animal ankle another answer ant antelope
anthem anvil any apart apex apollo apparel apple applet apricot april apron aqua arc arcade arch archer archive arctic
are arena argo argon aria arm armada armor armour army aroma array arrow art artery article artisan as ascend ascent
ash ask aspect aspen aspire asset assist aster astral at athlete athletic atlas atom attach attic attire audible
audience audio audit august aura aurora auto autumn available avalanche avant avatar avenue average aviator avocado
awake award away axe axiom axis azure baby back badge badger bag bagel bake baker balance balcony ball balloon balm
bamboo banana band bandit bank banner bar barbecue bard bare bargain bark barn baron barrel barrier base baseball
basecamp basic basil basin basket basketball bass bat batch bath baton battery bay bazaar be beach beacon bead beam
bean bear beat beautiful beauty beaver because become bed bee beef been beer beetle before begin being bell bellow
belong below belt bench bend benefit berry best beta better between beyond bicycle big bike bill billboard bin binary
bind birch bird birth biscuit bit bite black blackberry blackboard blade blank blanket blast blaze blend blender blink
bliss block blog bloom blossom blue blueprint blur board boat body boil bold bolt bond bone bonfire bonobo bonus book
booking bookmark boom boost boot booth border boss bot botany both bottle bottom bought bound bounty bouquet bow bowl
box brain brake bramble branch brand brass brave bread break breeze brew brick bridge brief bright brilliant bring
brio brisk broad broadcast broker bronze brood brooks broom broth brother brown browse brush bubble buck bucket buckle
bud buddy budget buff buffalo buffer bug build builder built bulb bull bullet bulletin bumble bump bundle bunny buoy
burger burn burrow burst bus bush business buster but butter butterfly button buy buyer buzz by byte cab cabin cable
cache cactus cadence cake calendar call calm camel camera camp campaign campus can canal canary candid candle candy
cannon canoe canopy canvas canyon cap capital captain car caravan caraway carbon card care career cargo carnival carol
carousel carpet carriage carrier carrot carry cart carve cascade case cash cashmere casino cast castle cat catalog
catalyst catapult catch caterpillar cavalier cave caviar cedar ceiling celebrate cell cement center central century
ceramic certain chain chair chalk challenge chamber champion chance change channel chapter charge charger chariot
charm chart charter chase chat check checkers cheer cheese cherry chess chest chestnut chic chicken chief child chili
chill chime chimney chip chips chisel chivalry chocolate choice choose chord chorus chrome chronicle chunk church
cider cigar cinch cinder cinema cinnamon cipher circa circle circuit circus citadel cite citizen citron citrus city
civic civil claim clarify clarity class classic clay clean clear clearing clement clever click cliff climate climb
clinic clip clipper cloak clock close closet cloth clothing cloud clove clover club clubhouse clue cluster clutch
coach coal coast coastal coat cobalt cobble cobra cocoa coconut coda code coffee coherent coin cold collar collect
collective colony color colossal column comb combine come comet comfort comic command comment commerce common
community compact companion company compass compose compound computer concept concert concrete conductor cone
confluence connect console constant construct consul contact contain container content contour contrast control
convene convergent converse convert convex convoy cook cookie cool copilot copper copy coral cord core coriander cork
corn corner corona corsair cosmic cosmo cosmos costume cottage cotton couch cougar could council count counter country
couple courage courier course court cove cover cow cowboy crab cradle craft cranberry crane crash crate crater crave
crayon crazy cream create creative creature credit creek crescent crest crew cricket crimson crisp crop cross
crossing crossroads crow crowd crown crucial cruise crumb crunch crusader crush crust crystal cub cube cuckoo cue cuff
culture cup cupboard cupid curate cure curio curious currency current cursor curtain curve cushion custom customer cut
cutlass cyan cycle cyclone cypress dagger daily dairy daisy dance dandelion dandy danger dare dark dart dash dashboard
data date dawn day daylight dazzle deal dear death debut decathlon decent deck deep deer default define degree delight
deliver delta demand demon den depot depth derby descent desert design desire desk destiny detail detour detox develop
device devil dew dial dialogue diamond dice did diesel diet different dig digest digital dime dinner dip direct disco
discord discover discovery dish disk dispatch display distance diva dive divine do dock doctor dodge does dog dollar
dolphin domain dome domino done donkey door dose dot double dough dove down downtown dozen draft drafts dragon drama
draw dream dress drift drill drink drip drive driver drone drop drum dry duck due duel duet duke dune duo during dusk
dust duster duty dye dynamic dynamo each eager eagle ear early earth ease east easy eat echo eclipse ecology economist
economy eddy edge edison edit editor education effect effective egg ego eight either elastic elbow elder electric
electron element elephant elevate elevator elf elite elk ellipse elm else ember emblem embrace emerald emerge emotion
emperor empire employ empower empty emu enamel encore end endeavor endless energy engage engine enjoy enlist enroll
ensemble enter enterprise entry envelope envision envoy epic episode epoch equal equate equinox equity era escape
escort essence essential estate eternal ether ethic even evening event ever everest evergreen every everyday evolve
exact exam example excel excellent exchange excursion exit exodus expedition expert explain explore explorer express
extra eye fable fabric face facet fact factor factory fair fairy faith falcon fall fallout fame family famous fan
fancy fantasy far farm farmer fashion fast faster fate fathom favorite feast feather feature federal feed feedback
feel fellow fence fern ferry festival fetch few fiber fiddle field fiesta fig fight figure file fill film filter final
find finder finding fine finger finish fire fireflies firefly fireside firm first fish fit fitness five fix fjord flag
flair flame flamingo flannel flare flash flask flat flavor fleet flesh flex flexible flicker flight flint flip float
flock flood floor flora florist flour flourish flow flower fluent fluid flute flux fly flyer foam focal focus fog foil
fold folder folio folk follow font food fool foot football for force ford forecast foresight forest forever forge
forget fork form formal format formula fort forte fortress fortune forum forward fossil foster found foundation
founder foundry fountain four fox fractal fraction fragment frame framer framework frank free freedom freight
frequency fresh friend frigate fringe frog from front frontier frost fruit fuel full fun function fund fundamental
funnel fur furnace furniture fury fuse fusion future fuzzy gadget gain gala galaxy gale gallery gallop game gamma gap
garage garden garlic garment garnet gas gate gateway gather gauge gazelle gear gecko gem gemini gemstone general
generation generic genesis genius gentle genuine geo get ghost giant gift gig ginger giraffe girl give given glacier
glad glade glance glass gleam glide glimpse glint glitch glitter global globe glory gloss glossy glove glow glue go
goal goat gold golden gong good goose gorilla gourmet gown grab grace grade gradient graduate grain grammar grand
grande granite grant grape grapefruit graph graphite grass gratitude gravel gravity gray great green greenhouse greens
grey grid grill grin grind grip grit grizzly groove ground group grove grow growth guard guardian guess guest guide
guild guitar gulf gull gum guru gusto gym habit habitat hack had hail hair half hall halo hammer hand handle handy
hangar happen happy harbor harbour hard hare harmony harness harp harrow harvest has hash hat hatch have haven having
hawk hawkeye hay hazel he head headline headspace headway heal health heap hear heart hearth heat heather heaven heavy
hedge hedgehog height heights held helium helix hello helm helmet help hem hemisphere hemlock herald herb hercules
here heritage hero heron hers hexagon hickory hidden hide high highland highlight highway hike hill him hinge hint hip
hippo hire his history hit hive hobby hold holiday hollow holly holster home homestead honest honesty honey hood
hoodie hook hoop hoot hop hope horizon horn hornet horse hospitality host hot hotel hound hour house how hub hug huge
hull human humble hummingbird hungry hunt hunter hurricane hush hut hybrid hydrant hydrate hydrogen hype hyper i ice
icicle icon idea ideal identity idle idol if igloo ignite illumine image imagine imp impact impala imperial import
important impossible impress improve impulse in inch include indeed independent index indigo individual indoor
industry infinite infinity influence ink inn inner innovate input insight insignia inspire instant instantly instinct
instrument intellect intelligent intercom interest interface interval into intrepid intro intuit invent inventory
invest invisible invite ion iris iron is island isle it item iterable its ivory ivy jab jack jacket jade jaguar jam
january jar jasmine javelin jaw jazz jelly jet jewel jigsaw jingle job join joint joker jolly jolt journal journey joy
jubilee judge judy juice july jumbo jump junction june jungle juniper junk juno jupiter just karma kayak keen keep
kept kernel kettle key keyboard keynote keystone kick kid kiln kin kind kindle king kingdom kingfisher kiosk kismet
kiss kit kitchen kite kiwi knife knight knit knob knock knot know knowledge known koala lab label labor lace ladder
lady lagoon lake lamb lamp lance lancer land landing landmark lane language lantern laptop large lark laser lasso last
latch late later lathe lattice laugh launch laundry laurel lava lavender law lawn layer lead leader leaf league lean
leap leapfrog learn leather leave lectern ledger left leg legacy legal legend legion leisure lemon lemonade lend lens
leopard less lesson let letter level lever leverage liberty library license lid life lifeline lift light lighthouse
lightning like lilac lily lima limb lime limestone limit line linear linen link lion lip liquid list listen literal
little live lively livestock living lizard llama load loaf loan lobby lobster local locale lock locket locust lodge
loft log logic logo long longhorn look lookout loom loop loose lord lore lot lotus loud lounge love low loyal lucid
luck lucky lullaby lumber lumen luminary lunar lunch lung lure lush lute luxe luxury lynx lyra lyric mace machine
macro made magazine magenta maggot magic magma magnet magnetic magnolia magnum magpie mahogany maid mail main mainstay
major make maker making mallard mallet malt mammoth man manage manatee mandarin mango manifest manifold manner manor
mantle mantra manual many map maple marathon marble march mare margin marigold marina marine mark market marlin maroon
mars marsh marshal marshmallow martin marvel mash mask mass mast master mat match material matrix matter mattress
maverick max maximum may maze me meadow meal mean meant measure meat mechanic medal media medium meet melody melon
melt member memento memo memory mend mention mentor menu mercury merge meridian merit mermaid merry mesa mesh mess
message metal meteor meter method metric metro metronome micro middle midnight might mild mile milestone milk mill
millennium mimosa mind mine miner mineral mini minimal minimum mink mint minute miracle mirage mirror miss mission
mist mitten mix mixer mixture mobile mocha mode model modern modest module mojo mole moment momentum monarch monday
money mongoose monitor monk monkey monocle monolith monsoon monster month monument mood moon moonlight moose moral
more morning mosaic moss most moth mother motif motion motive motor mould mountain mouse mouth move movement movie
much muffin mule multiple mural muscle muse museum mushroom music musket must mustang mustard mute mutual my myriad
myrtle mystery mystic myth nail name nanny nap napkin narrow nation national native natural nature nautilus navigate
navigator navy near nearby neat nebula nectar need needle neighbor neither nemesis neo neon nest nestle net network
neutral neutron never new news newt next nibble nice niche nickel night nightingale nimble nimbus nine ninja nitro no
noble nod node noise nomad noodle nook noon nor norm normal north northern northwind nose not notable note notebook
nothing notice notion nova novel november now nucleus nudge number nurse nurture nut nutmeg nylon oak oar oasis oat
object oblique observer obsidian ocean octagon octane octave october octopus oculus odd ode odyssey of off offer
offered offering office official often oil old olive olympic olympus omega omen on once one onion only onto onward
onyx opal open opera optic optical optima optimal optimism optimize option or oracle orange orbit orca orchard
orchestra orchid order ore oregano organ organic origin original oriole osprey other otter ought our out outback
outdoor outer outfit outlaw outlet outline outlook outpost outreach outside oval oven over overall overcast overdrive
overland overlay overture owl own owner ox oxford oxide oxygen oyster ozone pace pacer pacific pack package packet
pact pad paddle page pagoda paid paint pair palace palette palm pan panacea pancake panda pandora panel panorama pansy
panther papa papaya paper papyrus parachute parade paradigm paradise paradox parallel paramount parcel parent park
parka parlor parrot parse part partner party pass passage passion passport past paste pastel pastry pat patch path
pathway patient patina patio patriot patrol pattern pause pavilion paw pawn pay payment pea peace peach peacock peak
peanut pear pearl pebble pecan pedal peel peer pegasus pelican pen penalty pencil pendulum penguin peninsula penny
people pepper peppermint perception perch perfect performance perfume peril period periscope perk permanent permit
perplexity persimmon person personal petal phantom phase pheasant phenom philosophy phoenix phone photo phrase piano
pick pickle picnic picture pie piece pier pigeon pika pike pile pilgrim pill pillar pillow pilot pin pinch pine
pineapple pink pinnacle pinto pioneer pipe pipeline piper pirate pistachio pistol pit pitch pivot pixel pizza place
plaid plain plan plane planet plank plant plaster plate plateau platform platinum play player playground plaza
pleasure pledge plenty plot plow plug plum plume plus plush pluto pocket pod podium poem poet point pointer poise
poison poker polar polaris pole police polish poll polo polygon pond pony pool poor pop poplar poppy popular porcelain
porch porcupine port portable portal porter portfolio portion portrait position positive post postcard poster pot
potato potion potter pouch pound powder power practical practice prairie praise precise precision predator premier
premium prep present press pressure prestige pretzel preview price pride primal primary prime primer primo primrose
prince princess principal principle print printer priority prism pristine private privilege prize pro probe process
product profile profit program progress progressive project projector promise prompt proof propel proper property
prophet proposal prospect protect protein protocol proton proud prove proverb province prudent prune public puffin
pull pulley pulp pulsar pulse puma pumpkin punch pure purple purpose push puzzle pyramid python quail quaint quality
quantum quarry quart quarter quartz quasar queen quest question queue quick quicken quicksilver quill quilt quince
quite quiver quote rabbit raccoon race racer rack radar radial radian radiant radical radio radius rafter rage raid
rail railway rain rainbow raise rake rally ram ramp ranch random range ranger rapid rapport raptor rare rascal
raspberry rate rather raven ray razor reach react reaction read reader ready real realm reap rear reason rebel reboot
recall receipt recess recipe reckon record recover recruit rectangle red redwood reed reef reel reels referral reflect
reform reformation refresh regal regatta regent reggae region register relay relevance reliance relic relish remedy
remember remind remote render renew rent replay replica reply report reptile republic rescue reserve reserved resin
resolve resonance resort resource respond rest restore result retail retreat retro return reveal revel revenue reverb
reverse review revival revolution revolve reward rhapsody rhino rhythm rib ribbon rice rich riddle ride rider ridge
rifle right rim ring ringer rink rinse riot ripple rise risk rite ritual rival river rivet ro road roam roar roast rob
robe robin robot rock rocket rocky rod rodeo rogue role roll roller romance roof rook rookie room root rope rose
rosemary roster rotary rotor rough round route router rover row royal royalty rubber rubric ruby rudder rug rugby rule
ruler rum rumble run rune runner runway rush russet rust rustic saber sable sack sacred saddle safari safe saffron
saga sage said sail sailor saint salad salary sale salmon salon saloon salt salute samba same sample sanctuary sand
sandal sandpiper sandwich sapling sapphire sardine sash satellite satin saturn sauce sausage savage savanna save
savings savor savvy saw scale scallop scan scarf scarlet scene scenic scent scepter schedule scheme scholar school
science scissors scoop scooter scope score scorpion scotch scout scrabble scramble scrap scratch screen screw script
scroll sculptor sea seal seam search season seat second secret section sector secure security see seed seek segment
segue select self sell semaphore send senior sense sensor sentinel sentry sepia september sequel sequence sequoia
serenade serene serenity series serif serious serpent serve server service session set settle seven several shack
shade shadow shaft shake shale shall shamrock shape share shark sharp shave shawl she sheet shelf shell shelter
shepherd sheriff shield shift shimmer shine ship shipment shirt shock shoe shop shore short shorts shot should
shoulder shout shovel show shower shuffle shutter shuttle shy side sierra sift sigh sight sigma sign signal signature
silence silk sill silly silo silver similar simple simplify simply since sincere sing single singular siren sister six
size skate sketch ski skill skillet skin skip skipper skull sky skylark skyline slack slam slate sled sleek sleep
sleeve slice slick slide slim sling slip slope sloth slow small smart smash smile smoke smooth smoothie snack snap
snapper snapshot snow snowball snowbird snowflake snug so soap soar social society sock socket soda sofa soft sol
solar sold soldier sole solid solitaire solo solstice solution solve some sonar sonata song sonic sonnet soul sound
soup source south southern southwest sovereign soy space spade spark sparkle sparrow spatula speak speaker spear
special spectacle spectrum speed speedway spell sphere sphinx spice spider spike spin spinach spinner spiral spire
spirit splash splendid splice splinter split spoke sponge spoon sport spot spotlight spray spread sprig spring
springboard springer sprinkle sprint sprinter sprite sprout spruce spur squad square squash squid squire squirrel
stable stack stadium staff stage stain stair stake stamp stance stand standard staple star starboard stardust starfish
starling start stash state station statue status stay steady steak steam steel steep steer stellar stem stencil step
stepstone stereo sterling stern steward stick still sting stitch stock stone stop storage store stories storm story
stove strait strand strange strap strata strategic stratus straw strawberry stream street strength stretch stride
strike string stripe strive strong structure strut stub student studio study stump style subject sublime submit
suburban subway succeed success such sugar suggest suit suite sulfur sum summer summit sun sundance sunday sundial
sunflower sunrise sunset sunshine super superb superhuman superior supernova support supreme sure surf surface surge
surplus surprise survey sushi suspect swallow swan swap sway sweat sweater sweep sweet swell swift swim swing switch
swoop sword sycamore symbol symphony sync syndicate syntax syrup system table tablet tackle tact tag tail tailor take
taken tale talent talk talon tamarind tan tandem tangent tangerine tangle tango tank tap tape tapestry target tarot
tart task taste tavern tax taxi tea teak teal team tech technology teddy telegram telegraph telescope tell tempest
template temple tempo tempt ten tender tennis tent term terminal terra terrace terrain terrific test texture
than thank that the theater their them theme then theorem theory there thermal these they things think this thistle
thorn those though thread threads three threshold thrift thrill thrive throne through thrush thumb thunder thyme tick
ticker ticket tidal tide tidy tie tier tiger tile timber time timeless timer tin tinder tinker tint tiny tip titan
title to toast today toga together toggle token told tomato tomorrow tone tonic too tool toot tooth top topaz topic
torch tornado torpedo torrent tortoise tote totem touch tour tourist tow toward tower town toy trace tracer track
tractor trade trader tradition traffic trail trailer train trainer transcend transfer transformer transit travel
traveler traverse treasure treat treaty tree trek trellis tremor trend trestle trial triangle tribe tribune tribute
trick tricycle trident trigger trillium trim trio trip triple tripod triumph trolley trombone troop trophy tropic trot
trouble trout trove trowel truck true truffle trumpet trunk trust truth try tuba tube tuck tulip tumble tumbler tuna
tundra tune tunic tunnel turbine turbo turf turkey turmeric turn turner turntable turquoise turret turtle tusk tutor
tuxedo twain twelve twig twilight twin twine twist twitch twitter two tycoon type ultimate ultra ulysses umber
umbrella unbound uncle under underground understory unicorn uniform union unique unison unit united unity universal
universe unless until up upgrade upland uplift upper upright upside upstart upward urban urchin urge us use used
useful using utility utopia vacuum vale valet valiant valid valley valor value valve van vanguard vanilla vans vantage
vapor variety vast vault vector vega vegetable vehicle veil velcro velocity velour velvet vendor venice venom vent
venture venue venus veranda verb verdant verge verify veritas vermilion versatile verse version vertex vertical verve
very vessel vest veteran vibe vibrant victor victory view viking villa village vince vine vintage vinyl viola violet
violin viper virtual virtue visa visible vision visit visor vista visual vital vitality vitamin vivid vixen vocal
vodka vogue voice void volcano volt volume vortex vote vow voyage voyager vulcan wade wafer wagon waist wait wake walk
walker wall wallet walnut walrus waltz wand wander want ward wardrobe warehouse warm warp warrior was wasabi wash wasp
watch water waterfall watermark wave wax way wayfarer we wealth wear weather weave web wedge weekend weekly weight
weld well wellness were west western whale what wheat wheel when where whether which while whim whip whirlpool whisk
whisker whisper whistle white who whole wholesome whom whose why wick wide widget width wild wildcat wilderness
wildflower will willow win wind window wine wing winner winter wire wisdom wise wish wisp wisteria wit with within
without wizard wolf wombat wonder wood woodpecker wool word work workday worker workshop world worm worth would
wrangler wrap wreath wren wrench wrist write writer written wrong yacht yak yard yarn year yeast yellow yellowstone
yes yesterday yet yeti yew yield yoga yogurt yoke you young your youth yucca zap zeal zealot zebra zen zenith zephyr
zero zest zesty zigzag zillion zinc zing zinnia zip zipper zodiac zombie zone zoom`
