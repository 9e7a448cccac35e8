"""What customers write. No commas, no quotes: a text is one cell of a plain table."""

from __future__ import annotations

TEAMS = ("account", "billing", "delivery", "returns", "sales", "technical")

#: What the ticket is about, by team. Words are shared on purpose: a single word does not tell the team.
TOPICS = {
    "account": (
        "I cannot log in since yesterday", "my password is not accepted any more",
        "please change the address in my profile",
        "I would like to delete my profile", "the confirmation mail for my registration never arrived",
        "somebody else seems to use my profile", "how do I change my user name", "I am locked out after three attempts",
        "my newsletter settings are not kept", "two profiles exist under my name",
        "I need to change the owner of our profile",
        "the code for signing in never reaches my phone",
    ),
    "billing": (
        "the amount on my invoice is wrong", "I was charged twice for one order",
        "please send the invoice to my company address",
        "my card was declined although it is valid", "the discount is missing on the invoice",
        "I still see an open balance after my payment",
        "a reminder arrived for an invoice that is paid", "please change my payment method to direct debit",
        "the tax number on the invoice is not ours", "there is a fee on my statement that I do not know",
        "the refund on my statement has the wrong amount", "I need a copy of an old invoice",
    ),
    "delivery": (
        "my parcel has not arrived", "the tracking has not moved for a week",
        "the driver left the parcel at the wrong address",
        "one of three boxes is missing", "please deliver after six in the evening",
        "the parcel was handed to a neighbour I do not know",
        "when will my order be shipped", "the courier says that the address does not exist",
        "my order is split into four parcels",
        "I will be away so please hold the parcel", "the delivery was announced twice and nobody came",
        "the box arrived wet and open",
    ),
    "returns": (
        "I want to send the shoes back", "the label for the return does not print",
        "my return arrived but nothing was credited",
        "how long can I return an item", "the size does not fit and I need another one",
        "I sent back the wrong item by mistake",
        "please pick up the sofa that I do not want", "the exchange has the same defect again",
        "the return was refused although the tag is on it", "where do I bring the parcel with the return",
        "I would like a refund instead of a voucher", "the colour is not as in the picture so I send it back",
    ),
    "sales": (
        "do you offer a discount for larger orders", "is the desk available in oak",
        "when will the lamp be in stock again",
        "please send me an offer for twenty chairs", "which of the two mattresses is softer",
        "can I see the sofa in a shop near me",
        "does the table come with a warranty", "I need advice on a carpet for a large room",
        "is the price on the page still valid", "do you have a catalogue for offices",
        "could you reserve the last one for me",
        "what does delivery to an island cost before I order",
    ),
    "technical": (
        "the page stays white after the update", "the app closes when I open the basket",
        "error 503 appears at checkout",
        "pictures do not load on my tablet", "the search shows nothing at all", "the button for paying does not react",
        "the app does not sync with my second phone", "the video on the product page does not start",
        "since the update the app drains my battery", "the filter for sizes is ignored",
        "the page jumps to the top all the time",
        "uploading a photo ends with a time-out",
    ),
}
#: What could go to one of two teams; the word order tells nothing.
BETWEEN = (
    ("billing", "returns", "I am waiting for my money"), ("billing", "returns", "when do I get the refund"),
    ("account", "technical", "signing in ends with an error"), ("account", "technical",
    "the form does not take my data"),
    ("delivery", "returns", "the parcel went back to you"), ("delivery", "sales", "I ask about the delivery time"),
    ("billing", "sales", "the price is not the one that I saw"), ("technical", "billing", "paying does not work"),
    ("account", "billing", "my data on the letter is wrong"), ("delivery", "technical",
    "the status page shows nothing"),
)
GREETINGS = ("Hello", "Hi", "Good morning", "Dear team", "Good evening", "To whom it may concern", "")
DETAILS = (
    "It is about order {number}", "Order {number} if that helps", "My customer number is {number}",
    "See my message from {day}",
    "This started on {day}", "I already wrote on {day}", "",
)
ASIDES = (
    "Everything else was fine", "I have been a customer for years", "This is the second time", "It is rather urgent",
    "I could not find an answer on your page", "Nobody picked up the phone", "The chat was of no help",
    "I am a bit disappointed",
    "No hurry", "I hope you can help", "Please treat this with priority", "My husband had the same problem",
    "The shop in town sent me to you", "",
)
PRAISE = (
    "The delivery last time was great by the way", "I like the new app otherwise",
    "Your invoice layout is nice by the way",
    "Thanks for the quick return last month", "The new catalogue looks good", "Changing my profile was easy last year",
)
#: What has nothing to do with the matter, in words that stand nowhere else.
STORIES = (
    "It was meant as a birthday gift for our grandmother",
    "Last week we moved into another town near the border",
    "A colleague from the office next door recommended your company",
    "Our dog ate half of the instructions before anyone noticed",
    "The people upstairs bought exactly the same model during winter",
    "I am writing from a train so answers may take longer",
    "Both children have been asking every morning since breakfast",
    "Until August our family lives in a cottage without signal",
    "My brother who works nights usually handles such matters himself",
    "An architect chose it together with my mother in spring",
    "Somebody at a trade fair promised quick assistance with anything",
    "Long ago similar trouble was solved within one single afternoon",
)
CLOSINGS = ("Thanks", "Kind regards", "Best wishes", "Thank you in advance", "Regards", "")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
